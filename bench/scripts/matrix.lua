local function run()
  local size = 80
  local left, right, product = {}, {}, {}
  for i = 0, size - 1 do
    for k = 0, size - 1 do
      left[i * size + k + 1] = i + 2 * k
      right[i * size + k + 1] = i - k
    end
  end
  for i = 0, size - 1 do
    for k = 0, size - 1 do
      local sum = 0
      for m = 0, size - 1 do
        sum = sum + left[i * size + m + 1] * right[m * size + k + 1]
      end
      product[i * size + k + 1] = sum
    end
  end
  return product[3 * size + 6] + product[70 * size + 61]
end

return run()
