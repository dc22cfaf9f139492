package dev.stint.nativecode.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandleTableTest {
    private static final int MOST = Integer.MAX_VALUE;

    @Test
    void numbers_comeAndGo_areNeverGivenTwice() {
        var table = new HandleTable(0);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 1000; i++) {
            long one = table.add("one");
            long other = table.add("other");
            assertThat(seen.add(one) && seen.add(other)).isTrue();
            assertThat(table.find(one, String.class)).isEqualTo("one");
            assertThat(table.remove(one)).isTrue();
            assertThat(table.remove(one)).isFalse();
            assertThat(table.find(one, String.class)).isNull();
            assertThat(table.remove(other)).isTrue();
        }
        assertThat(table.count()).isZero();
    }

    /** After two billion for one place. 0 would be NULL. */
    @Test
    void numbersOfAPlace_atTheirEnd_areNotGivenAgain() {
        var first = new HandleTable(0).add("first");
        var table = new HandleTable(MOST - 2);
        Set<Long> seen = new HashSet<>();
        for (int i = 0; i < 10; i++) {
            long handle = table.add("it");
            assertThat(handle).isPositive().isNotEqualTo(first);
            assertThat(seen.add(handle)).isTrue();
            assertThat(table.find(handle, String.class)).isEqualTo("it");
            assertThat(table.remove(handle)).isTrue();
            assertThat(seen).allMatch(gone -> table.find(gone, Object.class) == null);
        }
        assertThat(table.count()).isZero();
    }
}
