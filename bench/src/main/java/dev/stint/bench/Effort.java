package dev.stint.bench;

/**
 * How much is measured.
 *
 * @param rounds forked JVMs per implementation; the implementations take turns
 * @param warmUps iterations of each fork that do not count
 * @param iterations iterations of each fork that do
 * @param size the shape's own measure of work in one iteration
 */
record Effort(int rounds, int warmUps, int iterations, int size) {
    Effort withSize(int size) {
        return new Effort(rounds, warmUps, iterations, size);
    }
}
