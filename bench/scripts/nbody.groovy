class Body {
    double x, y, z, vx, vy, vz, mass
}

void step(Body[] bodies) {
    for (int i = 0; i < bodies.length; i++) {
        Body a = bodies[i]
        for (int k = i + 1; k < bodies.length; k++) {
            Body b = bodies[k]
            double dx = a.x - b.x
            double dy = a.y - b.y
            double dz = a.z - b.z
            double square = dx * dx + dy * dy + dz * dz + 0.01d
            double pull = 0.001d / (square * Math.sqrt(square))
            double here = b.mass * pull
            double there = a.mass * pull
            a.vx -= dx * here
            a.vy -= dy * here
            a.vz -= dz * here
            b.vx += dx * there
            b.vy += dy * there
            b.vz += dz * there
        }
    }
    for (Body a : bodies) {
        a.x += 0.001d * a.vx
        a.y += 0.001d * a.vy
        a.z += 0.001d * a.vz
    }
}

long fly() {
    Body[] bodies = new Body[5]
    for (int i = 0; i < 5; i++) {
        double n = i
        bodies[i] = new Body(
                x: n * 3.1d, y: n * n, z: 7.0d - n,
                vx: 0.01d * n, vy: 0.02d, vz: -0.03d * n,
                mass: 1.0d / (n + 1.0d))
    }
    for (int i = 0; i < 10000; i++) step(bodies)
    (long) (bodies[0].x * 1000000.0d)
}

fly()
