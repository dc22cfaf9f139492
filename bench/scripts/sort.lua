local function sort(a, from, to)
  if from >= to then return end
  local pivot = a[math.floor((from + to) / 2)]
  local i, k = from, to
  while i <= k do
    while a[i] < pivot do i = i + 1 end
    while a[k] > pivot do k = k - 1 end
    if i <= k then
      a[i], a[k] = a[k], a[i]
      i = i + 1
      k = k - 1
    end
  end
  sort(a, from, k)
  sort(a, i, to)
end

local function run()
  local size = 20000
  local a = {}
  local seed = 42
  for i = 0, size - 1 do
    seed = seed * 16807 % 2147483647
    a[i] = seed
  end
  sort(a, 0, size - 1)
  local sum = 0
  for i = 0, size - 1 do sum = sum + a[i] % 1000 * (i % 7) end
  return sum
end

return run()
