package dev.stint.hooks.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stint.hooks.AccessRefusedException;
import dev.stint.hooks.Delegate;
import dev.stint.hooks.Unattended;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The thread's own generator, of which the JDK has but one object: it draws what the task does. */
class RandomsTest {
    /** As in a task with a seed. */
    private static <T> T seeded(long seed, Supplier<T> code) {
        var chance = new SplittableRandom(seed);
        var rest = new Unattended();
        var delegate =
                (Delegate)
                        Proxy.newProxyInstance(
                                RandomsTest.class.getClassLoader(),
                                new Class<?>[] {Delegate.class},
                                (proxy, method, args) ->
                                        method.getName().equals("randomLong")
                                                ? chance.nextLong()
                                                : method.invoke(rest, args));
        Delegate before = Delegate.current();
        Delegate.install(delegate);
        try {
            return code.get();
        } finally {
            Delegate.install(before);
        }
    }

    private static List<Object> drawn() {
        var all = new ArrayList<Object>();
        RandomGenerator any = Randoms.current();
        all.add(any.nextInt());
        all.add(any.nextLong());
        Random random = Randoms.current();
        all.add(random.nextExponential());
        all.add(IntStreams.random(random, 3).boxed().toList());
        var list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7));
        Collections.shuffle(list, Randoms.shuffled(list, random));
        all.add(list);
        return all;
    }

    @Test
    void current_byTheNameOfASupertype_drawsFromTheSeedOfTheTask() {
        assertThat(seeded(1, RandomsTest::drawn)).isEqualTo(seeded(1, RandomsTest::drawn));
        assertThat(seeded(1, RandomsTest::drawn)).isNotEqualTo(seeded(2, RandomsTest::drawn));
    }

    @Test
    void drawn_byOneThatWasKept_takesTheSeedOfTheTask() {
        RandomGenerator kept = ThreadLocalRandom.current();
        Supplier<Long> draw =
                () -> {
                    Randoms.drawn(kept);
                    return kept.nextLong();
                };

        assertThat(seeded(1, draw)).isEqualTo(seeded(1, draw));
    }

    @Test
    void gaussian_ofTheThreadsOwn_isRefused() {
        assertThatThrownBy(() -> Randoms.gaussian(ThreadLocalRandom.current()))
                .isInstanceOf(AccessRefusedException.class)
                .hasMessageContaining("new Random()");
        Randoms.gaussian(new Random(1), 0, 1);
    }

    @Test
    void drawn_byOneWithASeedOfItsOwn_leavesIt() {
        var random = new Random(1);
        Randoms.drawn(random, 5);

        assertThat(random.nextLong()).isEqualTo(new Random(1).nextLong());
        assertThat(Randoms.shuffled(List.of(), random)).isSameAs(random);
    }
}
