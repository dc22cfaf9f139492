local function step(bodies)
  local count = #bodies
  for i = 1, count do
    local a = bodies[i]
    for k = i + 1, count do
      local b = bodies[k]
      local dx = a.x - b.x
      local dy = a.y - b.y
      local dz = a.z - b.z
      local square = dx * dx + dy * dy + dz * dz + 0.01
      local pull = 0.001 / (square * math.sqrt(square))
      local here = b.mass * pull
      local there = a.mass * pull
      a.vx = a.vx - dx * here
      a.vy = a.vy - dy * here
      a.vz = a.vz - dz * here
      b.vx = b.vx + dx * there
      b.vy = b.vy + dy * there
      b.vz = b.vz + dz * there
    end
  end
  for i = 1, count do
    local a = bodies[i]
    a.x = a.x + 0.001 * a.vx
    a.y = a.y + 0.001 * a.vy
    a.z = a.z + 0.001 * a.vz
  end
end

local function run()
  local bodies = {}
  for i = 0, 4 do
    bodies[i + 1] = {
      x = i * 3.1, y = i * i, z = 7 - i,
      vx = 0.01 * i, vy = 0.02, vz = -0.03 * i,
      mass = 1 / (i + 1)
    }
  end
  for i = 1, 10000 do step(bodies) end
  local x = bodies[1].x * 1000000
  if x < 0 then return math.ceil(x) end
  return math.floor(x)
end

return run()
