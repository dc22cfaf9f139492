class Body
  attr_accessor :x, :y, :z, :vx, :vy, :vz, :mass

  def initialize(n)
    @x = n * 3.1
    @y = n * n
    @z = 7.0 - n
    @vx = 0.01 * n
    @vy = 0.02
    @vz = -0.03 * n
    @mass = 1.0 / (n + 1.0)
  end
end

def step(bodies)
  count = bodies.length
  i = 0
  while i < count
    a = bodies[i]
    k = i + 1
    while k < count
      b = bodies[k]
      dx = a.x - b.x
      dy = a.y - b.y
      dz = a.z - b.z
      square = dx * dx + dy * dy + dz * dz + 0.01
      pull = 0.001 / (square * Math.sqrt(square))
      here = b.mass * pull
      there = a.mass * pull
      a.vx -= dx * here
      a.vy -= dy * here
      a.vz -= dz * here
      b.vx += dx * there
      b.vy += dy * there
      b.vz += dz * there
      k += 1
    end
    i += 1
  end
  i = 0
  while i < count
    a = bodies[i]
    a.x += 0.001 * a.vx
    a.y += 0.001 * a.vy
    a.z += 0.001 * a.vz
    i += 1
  end
end

def fly
  bodies = Array.new(5) { |i| Body.new(i.to_f) }
  i = 0
  while i < 10000
    step(bodies)
    i += 1
  end
  (bodies[0].x * 1000000.0).truncate
end

fly
