local function steps()
  local sum = 0
  for start = 1, 29999 do
    local n = start
    while n ~= 1 do
      if n % 2 == 0 then n = n / 2 else n = 3 * n + 1 end
      sum = sum + 1
    end
  end
  return sum
end

return steps()
