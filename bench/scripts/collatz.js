function steps() {
  let sum = 0;
  for (let start = 1; start < 30000; start++) {
    let n = start;
    while (n !== 1) {
      n = n % 2 === 0 ? n / 2 : 3 * n + 1;
      sum++;
    }
  }
  return sum;
}

steps();
