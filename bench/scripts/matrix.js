function run() {
  const size = 80;
  const left = [];
  const right = [];
  const product = [];
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      left.push(i + 2 * k);
      right.push(i - k);
    }
  }
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      let sum = 0;
      for (let m = 0; m < size; m++) sum += left[i * size + m] * right[m * size + k];
      product.push(sum);
    }
  }
  return product[3 * size + 5] + product[70 * size + 60];
}

run();
