function sort(a, from, to) {
  if (from >= to) return;
  const pivot = a[(from + to) >> 1];
  let i = from;
  let k = to;
  while (i <= k) {
    while (a[i] < pivot) i++;
    while (a[k] > pivot) k--;
    if (i <= k) {
      let swapped = a[i];
      a[i] = a[k];
      a[k] = swapped;
      i++;
      k--;
    }
  }
  sort(a, from, k);
  sort(a, i, to);
}

function run() {
  const size = 20000;
  const a = [];
  let seed = 42;
  for (let i = 0; i < size; i++) {
    seed = (seed * 16807) % 2147483647;
    a.push(seed);
  }
  sort(a, 0, size - 1);
  let sum = 0;
  for (let i = 0; i < size; i++) sum += (a[i] % 1000) * (i % 7);
  return sum;
}

run();
