/* What the parts of the library know of each other. Java knows the layouts too: FiberRecord.java. */
#ifndef STINT_GROUND_H
#define STINT_GROUND_H

#include <stddef.h>
#include <stdint.h>

/* The numbers that Java answers to; Request.java has the same. */
enum request_kind {
    ENDED = 0, /* the function of the task has returned, with the result */
    YIELD,
    METER,
    CHECKPOINT,
    CHARGE,
    BUDGET_LEFT,
    RECHARGE,
    SLEEP,
    NOW,
    TASK_ID,
    IS_CANCELLED,
    RIGHTS,
    NURSERY_OPEN,
    NURSERY_CURRENT,
    NURSERY_COUNT,
    NURSERY_IS_CANCELLED,
    NURSERY_CANCEL,
    NURSERY_AWAIT,
    NURSERY_CLOSE,
    SPAWN,
    TASK_AWAIT,
    TASK_POLL,
    TASK_CANCEL,
    TASK_RECEIPT,
    TASK_RELEASE,
    CHANNEL_OPEN,
    SEND,
    RECEIVE,
    CHANNEL_CLOSE,
    CHANNEL_IS_CLOSED,
    CHANNEL_LENGTH,
    CHANNEL_RELEASE,
    SELECT,
    LAST_ERROR,
    SCHEDULER_OPEN,
    SCHEDULER_CLOSE,
    REQUEST_KINDS,

    OVERFLOWN = -1 /* no request: the stack was used up */
};

#define ARGUMENTS 10

struct request {
    int64_t kind;                /* 0 */
    int64_t result;              /* 8 */
    int64_t argument[ARGUMENTS]; /* 16 */
};

/*
 * One stack with what belongs to it. It lies at the high end of its own stack:
 *
 *     | guard | stack, growing down | struct fiber |
 *
 * A carrier writes it between two resumes, the fiber while it runs: never both.
 */
struct fiber {
    struct request request; /* 0 */
    int64_t left;           /* 96: blocks of metered code until it asks; kept while it is away */
    void *sp;               /* 104: of the fiber, while it is away */
    void *caller_sp;        /* 112: of the carrier, while it runs */
    void *function;         /* 120 */
    void *argument;         /* 128 */
    char *low;              /* 136: the lowest byte of the stack; below it is the guard */
    struct fiber *next;     /* 144: in a pool */
    int32_t class;          /* 152: of its size */
    int32_t error_number;   /* 156: errno, while it is away */
};

_Static_assert(offsetof(struct fiber, left) == 96, "FiberRecord.java: LEFT");
_Static_assert(offsetof(struct fiber, sp) == 104, "FiberRecord.java: SP");
_Static_assert(offsetof(struct fiber, low) == 136, "FiberRecord.java: LOW");

/* The bytes below a stack that nobody may touch. A frame of at most this size cannot jump over. */
#define GUARD (16 * 1024)
#define SMALLEST_STACK (8 * 1024)
#define CLASSES 12 /* 8 KB to 16 MB */

extern __thread int64_t stint_left;

/* The fiber that runs on the calling thread; NULL if none. Never inlined: see fiber.c. */
struct fiber *stint_current(void);

void stint_switch(void **save, void *to);
void stint_switch_land(void);
void stint_enter(void);

/* Has Java answer, from a fiber or any other thread. */
void stint_ask(struct request *request);

/* stacks.c */
struct fiber *stint_stack_take(int64_t size);
void stint_stack_give(struct fiber *fiber);

/* signals.c */
int stint_signals_install(void);
void stint_signals_thread(void);


/* True if there is a runtime that threads without a fiber can ask. */
int stint_has_outside(void);

/* launch.c: why there is none. */
int64_t stint_launch_error(char *buffer, size_t size);

#define EXPORT __attribute__((visibility("default")))

#endif
