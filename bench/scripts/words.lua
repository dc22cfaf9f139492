local function made()
  local words = {}
  local seed = 42
  for i = 1, 5000 do
    seed = seed * 16807 % 2147483647
    words[i] = "w" .. string.format("%d", seed % 30 * (seed % 11))
  end
  return table.concat(words, " ")
end

local function count()
  local counts = {}
  for word in string.gmatch(made(), "%w+") do
    counts[word] = (counts[word] or 0) + 1
  end
  local sum = 0
  for word, times in pairs(counts) do
    sum = sum + times * times * #word
  end
  return sum
end

return count()
