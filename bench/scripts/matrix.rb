def multiply
  size = 80
  left = Array.new(size * size) { |n| (n / size + 2 * (n % size)).to_f }
  right = Array.new(size * size) { |n| (n / size - n % size).to_f }
  product = Array.new(size * size, 0.0)
  i = 0
  while i < size
    k = 0
    while k < size
      sum = 0.0
      m = 0
      while m < size
        sum += left[i * size + m] * right[m * size + k]
        m += 1
      end
      product[i * size + k] = sum
      k += 1
    end
    i += 1
  end
  (product[3 * size + 5] + product[70 * size + 60]).truncate
end

multiply
