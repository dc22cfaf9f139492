package dev.stint.metrics;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The events as Flight Recorder knows them. */
final class RecorderEvents {
    private RecorderEvents() {}

    @Name("dev.stint.Task")
    @Label("Task")
    @Category("Stint")
    @StackTrace(false)
    static final class TaskRun extends Event {
        @Label("Task")
        long task;

        @Label("Name")
        String name = "";

        @Label("Last Worker")
        int worker;

        @Label("Outcome")
        String outcome = "";
    }

    @Name("dev.stint.Stall")
    @Label("Stall")
    @Category("Stint")
    @StackTrace(false)
    static final class Stall extends Event {
        @Label("Worker")
        int worker;

        @Label("Task")
        long task;

        @Label("Name")
        String name = "";

        @Label("Age")
        @Timespan(Timespan.MILLISECONDS)
        long age;

        @Label("Where")
        String where = "";
    }

    @Name("dev.stint.Exhaustion")
    @Label("Exhaustion")
    @Category("Stint")
    @StackTrace(false)
    static final class Exhaustion extends Event {
        @Label("Task")
        long task;

        @Label("Component")
        String component = "";
    }

    @Name("dev.stint.Refusal")
    @Label("Refusal")
    @Category("Stint")
    @StackTrace(false)
    static final class Refusal extends Event {
        @Label("Tenant")
        String tenant = "";

        @Label("Why")
        String why = "";
    }

    @Name("dev.stint.HeapWarning")
    @Label("Heap Warning")
    @Category("Stint")
    @StackTrace(false)
    static final class HeapWarning extends Event {
        @Label("Tenant")
        String tenant = "";

        @Label("Kept")
        @DataAmount
        long kept;

        @Label("Limit")
        @DataAmount
        long limit;
    }

    @Name("dev.stint.Nursery")
    @Label("Nursery")
    @Category("Stint")
    @StackTrace(false)
    static final class NurseryState extends Event {
        @Label("Nursery")
        long nursery;

        @Label("Name")
        String name = "";

        @Label("State")
        String state = "";
    }

    @Name("dev.stint.FailureUnseen")
    @Label("Failure Unseen")
    @Category("Stint")
    @StackTrace(false)
    static final class Failure extends Event {
        @Label("Task")
        long task;

        @Label("Description")
        String description = "";
    }

    @Name("dev.stint.TemporaryWorker")
    @Label("Temporary Worker")
    @Category("Stint")
    @StackTrace(false)
    static final class TemporaryWorker extends Event {
        @Label("Worker")
        int worker;

        @Label("Started")
        boolean started;
    }
}
