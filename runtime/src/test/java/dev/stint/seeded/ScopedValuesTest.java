package dev.stint.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stint.Scheduler;
import dev.stint.Stint;
import dev.stint.config.Cores;
import dev.stint.nursery.Nursery;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scoped values under many schedules: whatever core a task gets, it finds its own. */
@Timeout(120)
class ScopedValuesTest {
    private static final ScopedValue<String> USER = ScopedValue.newInstance();

    @Test
    void nurseriesOfSeveralUsers_anySchedule_keepApart() {
        var hashes = Replay.with(Cores.VIRTUAL, 3).seeds(1, 100, ScopedValuesTest::families);
        assertThat(hashes).hasSizeGreaterThan(50);
    }

    private static void families(Scheduler scheduler) throws Exception {
        try (Nursery all = scheduler.nursery()) {
            for (String user : new String[] {"ada", "bob", "nobody"}) {
                all.spawn(user, () -> family(user));
            }
            all.join();
        }
    }

    private static void family(String user) throws Exception {
        if (user.equals("nobody")) {
            children(user, 2);
        } else {
            ScopedValue.where(USER, user)
                    .call(
                            () -> {
                                children(user, 2);
                                return user;
                            });
        }
        assertThat(USER.isBound()).isFalse();
    }

    private static void children(String user, int depth) throws Exception {
        try (Nursery nursery = Stint.nursery()) {
            for (int i = 0; i < 3; i++) {
                nursery.spawn(() -> child(user, depth));
            }
            nursery.join();
        }
    }

    private static void child(String user, int depth) throws Exception {
        assertThat(USER.orElse("nobody")).isEqualTo(user);
        Stint.yield();
        if (depth > 0) {
            children(user, depth - 1);
        }
        assertThat(USER.orElse("nobody")).isEqualTo(user);
    }
}
