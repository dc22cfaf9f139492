package dev.stint.verify.history;

import dev.stint.testkit.history.Linearization;

/**
 * One request and its answer, as seen from outside.
 *
 * @param begun a moment before the request, on a clock that all callers share
 * @param ended a moment after the answer
 */
record Call(int caller, Request request, Answer answer, int begun, int ended) {
    Linearization.Span span() {
        return new Linearization.Span(begun, ended);
    }

    @Override
    public String toString() {
        return "%3d-%3d  caller %d: %s -> %s".formatted(begun, ended, caller, request, answer);
    }
}
