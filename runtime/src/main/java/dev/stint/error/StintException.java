package dev.stint.error;

/**
 * The family of what goes wrong in the runtime and is not bad input. Every message says who, what
 * was tried, what forbids it and what to do instead.
 *
 * <p>Cancellation is not among them: {@link dev.stint.task.TaskCancelledException} is an {@link
 * InterruptedException}. Bad input is an {@link IllegalArgumentException}, a call that the moment
 * forbids an {@link IllegalStateException}.
 */
public abstract sealed class StintException extends RuntimeException
        permits ActorEndedException,
                BudgetExhaustedException,
                CapabilityRefusedException,
                ChannelClosedException,
                ChannelFullException,
                GuardExceededException,
                NurseryDeadlineExceededException,
                NurseryNotActiveException,
                PolicyRefusedException,
                StackOverflowException,
                SupervisorFailedException,
                TaskFailedException,
                WorkerPanicException {
    private static final long serialVersionUID = 1L;

    StintException(String message) {
        super(message);
    }

    StintException(String message, Throwable cause) {
        super(message, cause);
    }
}
