package dev.stint.bench;

/**
 * Kotlin coroutines that no scope owns and nobody can join: what their scopes cost, by contrast.
 */
final class KotlinGlobalPeer implements Peer {
    @Override
    public void spawn(int tasks, Runnable body) {
        KotlinShapes.spawnGlobally(tasks, body);
    }
}
