/* Metered C: with -fsanitize-coverage=trace-pc the compiler calls this at every basic block. */
#include "ground.h"

/* The task has used up what it was lent. Called by what tool/as puts into the place of a call. */
EXPORT void stint_meter_look(void);

__attribute__((noinline)) void stint_meter_look(void) {
    if (stint_current() == NULL) {
        stint_left = INT64_MAX; /* no task: it costs nobody anything */
        return;
    }
    struct request request = {.kind = METER};
    stint_ask(&request);
}

EXPORT void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void) {
    if (__builtin_expect(--stint_left < 0, 0)) {
        stint_meter_look();
    }
}
