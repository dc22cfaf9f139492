function made() {
  const words = [];
  let seed = 42;
  for (let i = 0; i < 5000; i++) {
    seed = (seed * 16807) % 2147483647;
    words.push("w" + (seed % 30) * (seed % 11));
  }
  return words.join(" ");
}

function count() {
  const counts = new Map();
  const words = made().split(" ");
  for (let i = 0; i < words.length; i++) {
    let word = words[i];
    counts.set(word, (counts.get(word) || 0) + 1);
  }
  let sum = 0;
  counts.forEach((times, word) => {
    sum += times * times * word.length;
  });
  return sum;
}

count();
