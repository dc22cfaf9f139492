/* Metered C: with -fsanitize-coverage=trace-pc the compiler calls this at every basic block. */
#include "ground.h"

static __attribute__((noinline)) void look(void) {
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
        look();
    }
}
