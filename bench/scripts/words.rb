def made
  words = []
  seed = 42
  i = 0
  while i < 5000
    seed = seed * 16807 % 2147483647
    words << "w" + (seed % 30 * (seed % 11)).to_s
    i += 1
  end
  words.join(" ")
end

def count
  counts = Hash.new(0)
  made.split(" ").each { |word| counts[word] += 1 }
  sum = 0
  counts.each { |word, times| sum += times * times * word.length }
  sum
end

count
