local function primes(below)
  local composite = {}
  for i = 0, below - 1 do composite[i] = false end
  local count = 0
  for i = 2, below - 1 do
    if not composite[i] then
      count = count + 1
      for k = i * i, below - 1, i do composite[k] = true end
    end
  end
  return count
end

return primes(300000)
