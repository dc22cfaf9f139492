def sort(a, from, to)
  return if from >= to
  pivot = a[(from + to) / 2]
  i = from
  k = to
  while i <= k
    i += 1 while a[i] < pivot
    k -= 1 while a[k] > pivot
    if i <= k
      a[i], a[k] = a[k], a[i]
      i += 1
      k -= 1
    end
  end
  sort(a, from, k)
  sort(a, i, to)
end

def sorted
  size = 20000
  a = Array.new(size, 0)
  seed = 42
  i = 0
  while i < size
    seed = seed * 16807 % 2147483647
    a[i] = seed
    i += 1
  end
  sort(a, 0, size - 1)
  sum = 0
  i = 0
  while i < size
    sum += a[i] % 1000 * (i % 7)
    i += 1
  end
  sum
end

sorted
