class Body(n: Double) {
    var x = n * 3.1
    var y = n * n
    var z = 7.0 - n
    var vx = 0.01 * n
    var vy = 0.02
    var vz = -0.03 * n
    val mass = 1.0 / (n + 1.0)
}

fun step(bodies: Array<Body>) {
    for (i in bodies.indices) {
        val a = bodies[i]
        for (k in i + 1 until bodies.size) {
            val b = bodies[k]
            val dx = a.x - b.x
            val dy = a.y - b.y
            val dz = a.z - b.z
            val square = dx * dx + dy * dy + dz * dz + 0.01
            val pull = 0.001 / (square * Math.sqrt(square))
            val here = b.mass * pull
            val there = a.mass * pull
            a.vx -= dx * here
            a.vy -= dy * here
            a.vz -= dz * here
            b.vx += dx * there
            b.vy += dy * there
            b.vz += dz * there
        }
    }
    for (a in bodies) {
        a.x += 0.001 * a.vx
        a.y += 0.001 * a.vy
        a.z += 0.001 * a.vz
    }
}

fun fly(): Long {
    val bodies = Array(5) { Body(it.toDouble()) }
    for (i in 0 until 10000) step(bodies)
    return (bodies[0].x * 1000000.0).toLong()
}

fly()
