def steps
  sum = 0
  start = 1
  while start < 30000
    n = start
    while n != 1
      if n % 2 == 0
        n /= 2
      else
        n = 3 * n + 1
      end
      sum += 1
    end
    start += 1
  end
  sum
end

steps
