package dev.stint.nativecode.internal;

import dev.stint.budget.Bill;
import dev.stint.error.BudgetExhaustedException;
import dev.stint.error.CapabilityRefusedException;
import dev.stint.error.ChannelClosedException;
import dev.stint.error.ChannelFullException;
import dev.stint.error.NurseryDeadlineExceededException;
import dev.stint.error.NurseryNotActiveException;
import dev.stint.error.StackOverflowException;
import dev.stint.error.TaskFailedException;
import dev.stint.nativecode.error.NativeCodeException;
import java.util.concurrent.CancellationException;

/** The codes of {@code stint.h}, and which of them an exception is told as. */
final class Codes {
    static final int OK = 0;
    static final int REFUSED = -1;
    static final int CANCELLED = -2;
    static final int PENDING = -3;
    static final int CLOSED = -4;
    static final int TIMED_OUT = -5;
    static final int WOULD_WAIT = -6;
    static final int BAD_HANDLE = -7;
    static final int BAD_STRUCT = -8;
    static final int BAD_ARGUMENT = -9;
    static final int NOT_A_TASK = -10;
    static final int NO_NURSERY = -11;
    static final int NURSERY_CLOSED = -12;
    static final int BAD_NESTING = -13;
    private static final int NO_OPS = -14;
    private static final int NO_MEMORY = -15;
    private static final int NO_SPAWNS = -16;
    private static final int NO_CHANNEL_OPS = -17;
    private static final int NO_SYSCALLS = -18;
    static final int CHILD_FAILED = -19;
    private static final int STACK_OVERFLOW = -20;
    static final int NO_RUNTIME = -21;
    private static final int CHANNEL_FULL = -22;
    private static final int PANIC = -23;
    static final int NO_STACK = -24;

    /** An answer that is an error, with what is to be told of it. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;
        private final int code;

        Wrong(int code, String message) {
            super(message, null, false, false);
            this.code = code;
        }
    }

    private Codes() {}

    static long of(Throwable thrown) {
        return switch (thrown) {
            case Wrong e -> e.code;
            case BudgetExhaustedException e -> lacking(e.bill());
            case CapabilityRefusedException _ -> REFUSED;
            case ChannelClosedException _ -> CLOSED;
            case ChannelFullException _ -> CHANNEL_FULL;
            case NurseryNotActiveException _ -> NURSERY_CLOSED;
            case NurseryDeadlineExceededException _ -> CANCELLED;
            case InterruptedException _ -> CANCELLED;
            case CancellationException _ -> CANCELLED;
            case StackOverflowException _ -> STACK_OVERFLOW;
            case NativeCodeException e when e.code() != 0 -> e.code();
            case TaskFailedException _ -> CHILD_FAILED;
            case IllegalArgumentException _ -> BAD_ARGUMENT;
            case IllegalStateException _ -> BAD_ARGUMENT;
            default -> PANIC;
        };
    }

    private static int lacking(Bill bill) {
        return switch (bill.component()) {
            case OPS -> NO_OPS;
            case MEMORY -> NO_MEMORY;
            case SPAWNS -> NO_SPAWNS;
            case CHANNEL_OPS -> NO_CHANNEL_OPS;
            case SYSCALLS -> NO_SYSCALLS;
        };
    }

    static String message(Throwable thrown) {
        Throwable cause = thrown.getCause();
        // The cause of an overflow names the C function, and says how it gets more stack.
        Throwable told = cause != null && thrown instanceof StackOverflowException ? cause : thrown;
        String text = told.getMessage();
        // Of what has no code of its own the type tells most: a class that is missing, for example.
        return text == null || of(thrown) == PANIC ? thrown.toString() : text;
    }
}
