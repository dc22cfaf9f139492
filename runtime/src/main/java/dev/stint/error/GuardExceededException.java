package dev.stint.error;

import dev.stint.guard.Guard;
import dev.stint.guard.GuardReading;
import dev.stint.guard.KeptClass;
import dev.stint.guard.KeptHeap;
import java.util.List;
import java.util.Objects;

/**
 * A guard has found a tenant over its allowance. One that measures stops the tenant, and this is
 * how its tasks end; one that counts refuses what was tried.
 */
public final class GuardExceededException extends StintException {
    private static final long serialVersionUID = 1L;

    private final String tenant;
    private final transient GuardReading reading;
    private final transient List<StackTraceElement> lastCalls;
    private final transient List<KeptClass> kept;

    /** Of a tenant that is stopped. */
    public GuardExceededException(
            String tenant, GuardReading reading, List<StackTraceElement> lastCalls) {
        super(
                tenant
                        + " was stopped by the guard of "
                        + reading.inWords()
                        + ". "
                        + remedy(reading.guard())
                        + inWords(lastCalls));
        this.tenant = tenant;
        this.reading = reading;
        this.lastCalls = List.copyOf(lastCalls);
        this.kept = List.of();
        setStackTrace(this.lastCalls.toArray(StackTraceElement[]::new)); // not the monitor's own
    }

    /** Of something that was tried and refused. */
    public GuardExceededException(String tenant, String who, String tried, GuardReading reading) {
        super(
                who
                        + " cannot "
                        + tried
                        + ": the guard of "
                        + tenant
                        + " says "
                        + reading.inWords()
                        + ". "
                        + remedy(reading.guard()));
        this.tenant = tenant;
        this.reading = reading;
        this.lastCalls = List.of();
        this.kept = List.of();
    }

    /** Of a tenant that is stopped because it keeps too much. */
    public GuardExceededException(String tenant, GuardReading reading, KeptHeap kept) {
        super(
                tenant
                        + " was stopped by the guard of "
                        + reading.inWords()
                        + ". "
                        + remedy(reading.guard())
                        + (kept.byClass().isEmpty()
                                ? ""
                                : " After a collection it kept " + kept.classesInWords() + "."));
        this.tenant = tenant;
        this.reading = reading;
        this.lastCalls = List.of();
        this.kept = kept.byClass();
        setStackTrace(new StackTraceElement[0]); // not the monitor's own
    }

    private static String remedy(Guard guard) {
        return switch (guard) {
            case MEMORY ->
                    "It used something that allocates and has no price, or too low a one; price it,"
                            + " or allow more: Limits.withUnchargedMemory(...).";
            case PROCESSOR_TIME ->
                    "Give it less to do, or more time: TenantConfig.withProcessorTime(...).";
            case FILES -> "Close one, or allow more: Limits.withFiles(...).";
            case SOCKETS -> "Close one, or allow more: Limits.withSockets(...).";
            case OUTPUT -> "Write less, or allow more: Limits.withOutput(...).";
            case HEAP -> "Let go of some, or allow more: TenantConfig.withHeapLimit(...).";
        };
    }

    private static String inWords(List<StackTraceElement> calls) {
        if (calls.isEmpty()) {
            return "";
        }
        var text = new StringBuilder(" Last seen in ");
        for (StackTraceElement call : calls) {
            text.append(text.charAt(text.length() - 1) == ' ' ? "" : ", ")
                    .append(call.getClassName())
                    .append('.')
                    .append(call.getMethodName());
        }
        return text.append('.').toString();
    }

    public String tenant() {
        return tenant;
    }

    public GuardReading reading() {
        return Objects.requireNonNull(reading, "the reading is not kept when it is serialised");
    }

    /** What its tasks did when it was found: the calls next to the boundary to the JDK. */
    public List<StackTraceElement> lastCalls() {
        return lastCalls == null ? List.of() : lastCalls;
    }

    /** What it kept when it was stopped by {@link Guard#HEAP}, by class, the largest first. */
    public List<KeptClass> kept() {
        return kept == null ? List.of() : kept;
    }
}
