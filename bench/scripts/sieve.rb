def primes(below)
  composite = Array.new(below, false)
  count = 0
  i = 2
  while i < below
    unless composite[i]
      count += 1
      k = i * i
      while k < below
        composite[k] = true
        k += i
      end
    end
    i += 1
  end
  count
end

primes(300000)
