package dev.stint.bench.kernel;

import java.util.concurrent.Callable;

/** Short loops with much arithmetic in them. */
public final class NBody implements Callable<Long> {
    private static final int BODIES = 5;
    private static final int STEPS = 150_000;
    private static final double TIME = 0.001;

    private static final class Body {
        private final double mass;
        private double x;
        private double y;
        private double z;
        private double vx;
        private double vy;
        private double vz;

        Body(int i) {
            mass = 1.0 / (i + 1);
            x = i * 3.1;
            y = i * i;
            z = 7 - i;
            vx = 0.01 * i;
            vy = 0.02;
            vz = -0.03 * i;
        }
    }

    private static void step(Body[] bodies) {
        for (int i = 0; i < bodies.length; i++) {
            Body a = bodies[i];
            for (int j = i + 1; j < bodies.length; j++) {
                Body b = bodies[j];
                double dx = a.x - b.x;
                double dy = a.y - b.y;
                double dz = a.z - b.z;
                double square = dx * dx + dy * dy + dz * dz + 0.01;
                double pull = TIME / (square * Math.sqrt(square));
                a.vx -= dx * b.mass * pull;
                a.vy -= dy * b.mass * pull;
                a.vz -= dz * b.mass * pull;
                b.vx += dx * a.mass * pull;
                b.vy += dy * a.mass * pull;
                b.vz += dz * a.mass * pull;
            }
        }
        for (Body body : bodies) {
            body.x += TIME * body.vx;
            body.y += TIME * body.vy;
            body.z += TIME * body.vz;
        }
    }

    @Override
    public Long call() {
        var bodies = new Body[BODIES];
        for (int i = 0; i < BODIES; i++) {
            bodies[i] = new Body(i);
        }
        for (int i = 0; i < STEPS; i++) {
            step(bodies);
        }
        return (long) (bodies[0].x * 1e6);
    }
}
