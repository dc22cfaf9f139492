/* Carries a task whose body is Java: as long as that runs, this frame stands on a stack of C. */
#include "stint.h"

#define MARKS 64

/* Returns 0, or -1 if what lay on the stack has changed meanwhile. */
int64_t carries(void *argument) {
    volatile int64_t marks[MARKS];
    int64_t first = (int64_t)(intptr_t)&marks[0];
    for (int i = 0; i < MARKS; i++) {
        marks[i] = first + i;
    }
    (void)stint_task_await(argument, NULL); /* which is how it asks for the body here */
    for (int i = 0; i < MARKS; i++) {
        if (marks[i] != first + i) {
            return -1;
        }
    }
    return 0;
}
