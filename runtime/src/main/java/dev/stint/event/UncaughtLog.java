package dev.stint.event;

/** Writes failures to the JDK's own log, and runs none of a tenant's code for it. */
enum UncaughtLog implements UncaughtHandler {
    IT;

    @Override
    public void uncaught(TaskFailure failure) {
        System.getLogger("dev.stint")
                .log(System.Logger.Level.ERROR, failure.toString(), ThrownCopy.of(failure.cause()));
    }
}
