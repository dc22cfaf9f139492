package dev.stint.examples;

import dev.stint.testkit.Sim;
import dev.stint.testkit.junit.SimTest;

// tag::test
class RacyPool {
    final ConnectionPool pool = new ConnectionPool();

    @SimTest
    void servesAll(Sim sim) throws Exception {
        sim.run(
                nursery -> {
                    nursery.spawn("ann", () -> pool.giveBack(pool.take()));
                    nursery.spawn("bob", () -> pool.giveBack(pool.take()));
                    nursery.spawn("opener", () -> pool.giveBack("connection"));
                });
    }
}
// end::test
