package dev.stint.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** [SCHED:3.3.1] What things cost. */
class CostTest {
    /** The table of the specification, row by row; an allocation of one byte. */
    @ParameterizedTest
    @CsvSource({
        // what, ops, memory, spawns, channelOps, syscalls
        "LOOP_ITERATION,  1, 0, 0, 0, 0",
        "CALL,            1, 0, 0, 0, 0",
        "ALLOCATION,      1, 1, 0, 0, 0",
        "SPAWN,           1, 0, 1, 0, 0",
        "CHANNEL_SEND,    1, 0, 0, 1, 0",
        "CHANNEL_RECEIVE, 1, 0, 0, 1, 0",
        "FILE_IO,         1, 0, 0, 0, 1",
        "NETWORK_IO,      1, 0, 0, 0, 1"
    })
    void one_eachRowOfTheTable_costsWhatItSays(
            Cost cost, long ops, long memory, long spawns, long channelOps, long syscalls) {
        assertThat(cost.one()).isEqualTo(new Budget(ops, memory, spawns, channelOps, syscalls));
    }

    @Test
    void values_areTheRowsOfTheTableAndNoOthers() {
        assertThat(Cost.values()).hasSize(8);
    }

    @ParameterizedTest
    @EnumSource
    void times_count_isThatManyOfOne(Cost cost) {
        assertThat(cost.times(0)).isEqualTo(Budget.ZERO);
        assertThat(cost.times(1)).isEqualTo(cost.one());
        assertThat(cost.times(3)).isEqualTo(cost.one().plus(cost.one()).plus(cost.one()));
        assertThat(cost.times(Long.MAX_VALUE).ops()).isEqualTo(Budget.MOST);
        assertThatThrownBy(() -> cost.times(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    /** The size is what it costs in memory; it is still one operation. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 24, 1L << 40, Long.MAX_VALUE})
    void allocation_size_isOneOperationAndItsBytes(long bytes) {
        assertThat(Cost.allocation(bytes)).isEqualTo(new Budget(1, bytes, 0, 0, 0));
    }

    @Test
    void allocation_negativeSize_isRefused() {
        assertThatThrownBy(() -> Cost.allocation(-8))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("-8 bytes");
    }
}
