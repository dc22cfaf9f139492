package dev.stint.nativecode.internal;

import dev.stint.budget.Budget;
import dev.stint.nativecode.internal.Codes.Wrong;
import dev.stint.nursery.NurseryConfig;
import java.time.Duration;

/** The structs of {@code stint.h}: each says its own size first. */
final class Structs {
    static final int BUDGET = 48;
    static final int NURSERY_CONFIG = 48;
    static final int NURSERY_RESULT = 24;
    static final int CASE = 32;

    private static final long WITHOUT_LIMIT = -1; // UINT64_MAX

    private Structs() {}

    static void ensure(long address, int size, String name) throws Wrong {
        if (address == 0) {
            throw new Wrong(Codes.BAD_STRUCT, "NULL was given where a " + name + " is needed.");
        }
        int said = Memory.getInt(address);
        if (said != size) {
            throw new Wrong(
                    Codes.BAD_STRUCT,
                    "a "
                            + name
                            + " says that its size is "
                            + Integer.toUnsignedString(said)
                            + ", and it is "
                            + size
                            + ". Set its first field to sizeof("
                            + name
                            + "), or begin it with its initializer of the same name in capitals.");
        }
    }

    static Budget budget(long address) throws Wrong {
        ensure(address, BUDGET, "stint_budget");
        return new Budget(
                amount(address, 0),
                amount(address, 1),
                amount(address, 2),
                amount(address, 3),
                amount(address, 4));
    }

    private static long amount(long address, int index) {
        long amount = Memory.getLong(address + 8 + 8L * index);
        return amount < 0 ? Budget.MOST : amount;
    }

    static void putBudget(long address, Budget budget) throws Wrong {
        ensure(address, BUDGET, "stint_budget");
        putAmount(address, 0, budget.ops());
        putAmount(address, 1, budget.memory());
        putAmount(address, 2, budget.spawns());
        putAmount(address, 3, budget.channelOps());
        putAmount(address, 4, budget.syscalls());
    }

    private static void putAmount(long address, int index, long amount) {
        Memory.putLong(address + 8 + 8L * index, amount == Budget.MOST ? WITHOUT_LIMIT : amount);
    }

    static NurseryConfig nurseryConfig(long address, NurseryConfig from) throws Wrong {
        if (address == 0) {
            return from;
        }
        ensure(address, NURSERY_CONFIG, "stint_nursery_config");
        NurseryConfig config = from.withCancelOnError(Memory.getInt(address + 4) == 0);
        long name = Memory.getLong(address + 8);
        if (name != 0) {
            config = config.withName(Memory.text(name));
        }
        long pool = Memory.getLong(address + 16);
        if (pool != 0) {
            config = config.withBudget(budget(pool));
        }
        long child = Memory.getLong(address + 24);
        if (child != 0) {
            config = config.withChildBudget(budget(child));
        }
        long deadline = Memory.getLong(address + 32);
        if (deadline < 0) {
            throw new Wrong(
                    Codes.BAD_ARGUMENT,
                    "a nursery cannot have a deadline of "
                            + deadline
                            + " ns; it counts from now, and 0 is none.");
        }
        return deadline == 0 ? config : config.withDeadline(Duration.ofNanos(deadline));
    }

    /** The stack of each child that a configuration asks for; 0 if none. */
    static long stack(long address) {
        return address == 0 ? 0 : Memory.getLong(address + 40);
    }
}
