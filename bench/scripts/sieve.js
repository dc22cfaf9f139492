function primes(below) {
  const composite = new Array(below);
  for (let i = 0; i < below; i++) composite[i] = false;
  let count = 0;
  for (let i = 2; i < below; i++) {
    if (composite[i]) continue;
    count++;
    for (let k = i * i; k < below; k += i) composite[k] = true;
  }
  return count;
}

primes(300000);
