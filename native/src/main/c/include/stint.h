/*
 * stint.h - tasks, nurseries, channels and budgets of Stint, for C.
 *
 * A task is a C function on a stack of its own. It runs on threads that are not its own, and may go
 * on on another thread after every call that is declared here: do not hold a lock, or the address of
 * a thread-local variable, across one of them. It must not call Java.
 *
 * Handles (stint_channel *, Nursery *, ...) are numbers that look like pointers. They are never
 * followed: a wrong one, NULL, or one that was given back gives STINT_BAD_HANDLE. A pointer to a
 * struct is followed, and the struct says its own size in its first field; a wrong size gives
 * STINT_BAD_STRUCT.
 *
 * Every function may be called from a task. Those marked (any) may also be called from a thread that
 * runs no task, which waits where a task would give way.
 */
#ifndef STINT_H
#define STINT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define STINT_STATIC_ASSERT static_assert
#else
#define STINT_STATIC_ASSERT _Static_assert
#endif

#define STINT_ABI_VERSION 1

/* ---- codes: 0 or more is a result, less is one of these, or what a task has returned ---------- */

enum stint_code {
    STINT_OK = 0,
    STINT_REFUSED = -1,          /* a right is missing, or does not reach so far */
    STINT_CANCELLED = -2,        /* the task, or the nursery it has open, was cancelled */
    STINT_PENDING = -3,          /* it has not ended */
    STINT_CLOSED = -4,           /* the channel is closed, and empty if it was to be received from */
    STINT_TIMED_OUT = -5,        /* the time was up first */
    STINT_WOULD_WAIT = -6,       /* it would have to wait, and was told not to */
    STINT_BAD_HANDLE = -7,       /* NULL, given back, or of another kind */
    STINT_BAD_STRUCT = -8,       /* NULL, or its size field is wrong */
    STINT_BAD_ARGUMENT = -9,     /* any other argument that cannot be */
    STINT_NOT_A_TASK = -10,      /* only a task may do this, and the calling thread runs none */
    STINT_NO_NURSERY = -11,      /* no nursery is open here to spawn in */
    STINT_NURSERY_CLOSED = -12,  /* the nursery takes no more tasks */
    STINT_BAD_NESTING = -13,     /* not the innermost nursery, or not the caller's own */
    STINT_NO_OPS = -14,          /* the budget is used up: operations */
    STINT_NO_MEMORY = -15,       /* ... bytes */
    STINT_NO_SPAWNS = -16,       /* ... spawns */
    STINT_NO_CHANNEL_OPS = -17,  /* ... channel operations */
    STINT_NO_SYSCALLS = -18,     /* ... system calls */
    STINT_CHILD_FAILED = -19,    /* a task has failed; its own code is told beside this one */
    STINT_STACK_OVERFLOW = -20,  /* a task has used all of its stack */
    STINT_NO_RUNTIME = -21,      /* no scheduler is running, or none could be started */
    STINT_CHANNEL_FULL = -22,    /* the channel fails when it is full */
    STINT_PANIC = -23,           /* something else was thrown in Java; stint_last_error says what */
    STINT_NO_STACK = -24         /* a task could not begin: no memory, or no mappings, for its stack */
};

/* The name of a code, "STINT_CLOSED"; "a code of the program" if it is none of these. (any) */
const char *stint_error_name(int64_t code);

/* Copies what went wrong in the last call of this task or thread that failed, in words, with a 0 at
 * its end; returns how long the whole text is without it. (any) */
int64_t stint_last_error(char *buffer, size_t size);

/* ---- the functions that tasks run ---------------------------------------------------------------- */

/* Returns 0 or more for success, less for an error. */
typedef int64_t (*stint_function)(void *argument);

/* ---- handles ------------------------------------------------------------------------------------- */

typedef struct stint_scheduler stint_scheduler;
typedef struct stint_nursery stint_nursery;
typedef struct stint_task stint_task;
typedef struct stint_channel stint_channel;

/* ---- budgets ------------------------------------------------------------------------------------- */

/* An amount of each of the five things that tasks spend. UINT64_MAX is without limit. */
typedef struct stint_budget {
    uint32_t size; /* sizeof(stint_budget) */
    uint32_t reserved;
    uint64_t ops;
    uint64_t memory;
    uint64_t spawns;
    uint64_t channel_ops;
    uint64_t syscalls;
} stint_budget;

STINT_STATIC_ASSERT(sizeof(stint_budget) == 48, "stint_budget is 48 bytes");
STINT_STATIC_ASSERT(offsetof(stint_budget, ops) == 8, "stint_budget.ops is at 8");
STINT_STATIC_ASSERT(offsetof(stint_budget, syscalls) == 40, "stint_budget.syscalls is at 40");

#define STINT_BUDGET {sizeof(stint_budget), 0, 0, 0, 0, 0, 0}

/* What the calling task may still spend. */
int stint_budget_left(stint_budget *left);
/* Gives the calling task more, by right of the CapBudget that it holds: all of it or nothing. */
int stint_budget_recharge(const stint_budget *amount);
/* Pays for something: all of it or nothing. */
int stint_charge(const stint_budget *cost);
/* Counts operations done by code that is not metered; gives way if the slice is used up. */
int stint_checkpoint(int64_t operations);

/* ---- the calling task ----------------------------------------------------------------------------- */

/* Gives way to the other tasks. */
int stint_yield(void);
/* Suspends the task, or blocks the thread, by the scheduler's clock. (any) */
int stint_sleep(int64_t nanoseconds);
/* Nanoseconds on the scheduler's clock, from when it opened. */
int64_t stint_now(void);
/* The id of the calling task. */
int64_t stint_task_id(void);
/* 1 if the calling task, or the nursery it has open, was cancelled; else 0. */
int stint_is_cancelled(void);
/* Which rights the calling task holds. */
enum stint_right { STINT_RIGHT_SPAWN = 1, STINT_RIGHT_BUDGET = 2 };
int stint_rights(void);

/* ---- nurseries ------------------------------------------------------------------------------------ */

typedef struct stint_nursery_config {
    uint32_t size;             /* sizeof(stint_nursery_config) */
    uint32_t keep_on_error;    /* 0: a child's error cancels its siblings */
    const char *name;          /* NULL for none */
    const stint_budget *pool;  /* taken from the opener's budget; NULL for none */
    const stint_budget *child; /* what each child begins with; NULL for the usual. It draws on the pool for more */
    int64_t deadline;          /* nanoseconds from now; 0 for none */
    int64_t stack;             /* bytes of each child's stack; 0: 8 KB */
} stint_nursery_config;

STINT_STATIC_ASSERT(sizeof(stint_nursery_config) == 48, "stint_nursery_config is 48 bytes");
STINT_STATIC_ASSERT(offsetof(stint_nursery_config, deadline) == 32,
                    "stint_nursery_config.deadline is at 32");

#define STINT_NURSERY_CONFIG {sizeof(stint_nursery_config), 0, NULL, NULL, NULL, 0, 0}

enum stint_outcome {
    STINT_SUCCESS = 0,
    STINT_FAILED = 1,     /* the first child that failed is named */
    STINT_WAS_CANCELLED = 2,
    STINT_UNKNOWN = 3     /* there was no such nursery; error_code says why */
};

typedef struct stint_nursery_result {
    uint32_t size; /* sizeof(stint_nursery_result) */
    uint32_t kind; /* an enum stint_outcome */
    uint64_t task_id;
    int64_t error_code;
} stint_nursery_result;

STINT_STATIC_ASSERT(sizeof(stint_nursery_result) == 24, "stint_nursery_result is 24 bytes");
STINT_STATIC_ASSERT(offsetof(stint_nursery_result, error_code) == 16,
                    "stint_nursery_result.error_code is at 16");

/* Opens a nursery, the innermost one of the calling task or thread; NULL if that fails. A NULL
 * configuration is the usual one. (any) */
stint_nursery *stint_nursery_open(const stint_nursery_config *config);
/* Starts a task in it; NULL if that fails. A NULL nursery is the innermost one. (any) */
stint_task *stint_spawn(stint_nursery *nursery, stint_function function, void *argument);
/* The same, with rights: a sum of values of stint_right that the calling task holds itself. Under profile
 * SOVEREIGN a task has no other rights than these. NULL if that fails: STINT_REFUSED for a right that the
 * caller does not hold. */
stint_task *stint_spawn_with(stint_nursery *nursery, stint_function function, void *argument,
                             uint32_t rights);
/* The innermost nursery that the calling task or thread has opened; NULL if none. (any) */
stint_nursery *stint_nursery_current(void);
/* How many tasks were started in it. (any) */
int64_t stint_nursery_count(stint_nursery *nursery);
/* 1 if it was cancelled, else 0. (any) */
int stint_nursery_is_cancelled(stint_nursery *nursery);
/* Cancels its children and what they own. (any) */
int stint_nursery_cancel(stint_nursery *nursery);
/* Takes no more children and waits until all have ended. (any) */
int stint_nursery_await(stint_nursery *nursery, stint_nursery_result *result);
/* Ends the innermost nursery: waits for its children and gives back its handle and theirs. Whoever
 * ends it without having awaited it hears of a failure here: STINT_CHILD_FAILED. (any) */
int stint_nursery_close(stint_nursery *nursery);

/* ---- tasks ---------------------------------------------------------------------------------------- */

/* Its handle lives until it is released, or its nursery is closed. */

/* Waits for the end of a task and stores what it has returned. STINT_CHILD_FAILED if it failed; then
 * *value is its error code. *value may be NULL. (any) */
int stint_task_await(stint_task *task, int64_t *value);
/* STINT_PENDING, or as stint_task_await. Never waits. (any) */
int stint_task_poll(stint_task *task, int64_t *value);
/* Asks it to end; 1 for the first time, else 0. (any) */
int stint_task_cancel(stint_task *task);
/* What it has spent, when it has ended. (any) */
int stint_task_receipt(stint_task *task, stint_budget *spent);
/* Gives the handle back; the task goes on. (any) */
int stint_task_release(stint_task *task);

/* ---- channels: of 64-bit numbers ------------------------------------------------------------------ */

/* A timeout in nanoseconds that is none. */
#define STINT_FOR_EVER INT64_MAX

/* A channel with a buffer of so many values, 0 for a rendezvous; NULL if that fails. (any) */
stint_channel *stint_channel_open(int32_t capacity);
/* Waits until there is room, at most so long; 0 not at all (STINT_WOULD_WAIT). (any) */
int stint_channel_send(stint_channel *channel, int64_t value, int64_t timeout);
/* Waits for a value, at most so long; 0 not at all (STINT_WOULD_WAIT). (any) */
int stint_channel_receive(stint_channel *channel, int64_t *value, int64_t timeout);
/* No more sends; what is in it can still be received. (any) */
int stint_channel_close(stint_channel *channel);
/* 1 if it is closed, else 0. (any) */
int stint_channel_is_closed(stint_channel *channel);
/* How many values lie in its buffer. (any) */
int64_t stint_channel_length(stint_channel *channel);
/* Gives the handle back. Whoever waits at the channel goes on waiting: close it first. (any) */
int stint_channel_release(stint_channel *channel);

/* ---- select --------------------------------------------------------------------------------------- */

enum stint_case_kind { STINT_RECEIVE = 0, STINT_SEND = 1 };

typedef struct stint_case {
    uint32_t size; /* sizeof(stint_case) */
    uint32_t kind; /* an enum stint_case_kind */
    stint_channel *channel;
    int64_t value; /* to send, or received */
    int32_t code;  /* of the chosen one: STINT_OK, or STINT_CLOSED for a receive */
    int32_t reserved;
} stint_case;

STINT_STATIC_ASSERT(sizeof(stint_case) == 32, "stint_case is 32 bytes");
STINT_STATIC_ASSERT(offsetof(stint_case, code) == 24, "stint_case.code is at 24");

/* Does one of them, which one by chance if several are possible; waits at most so long. Returns its
 * index; STINT_TIMED_OUT, or STINT_WOULD_WAIT for a timeout of 0. At most 64 cases. (any) */
int stint_select(stint_case *cases, int32_t count, int64_t timeout);

/* ---- the functions of the specifications ---------------------------------------------------------- */

/* Spec 1, 3.1: narrow, so amounts that do not fit are told as the most that does. */
typedef struct janus_budget {
    uint32_t size; /* sizeof(janus_budget) */
    uint32_t ops;
    uint64_t memory;
    uint16_t spawn_count;
    uint16_t channel_ops;
    uint16_t syscalls;
    uint16_t reserved;
} janus_budget;

STINT_STATIC_ASSERT(sizeof(janus_budget) == 24, "janus_budget is 24 bytes");
STINT_STATIC_ASSERT(offsetof(janus_budget, spawn_count) == 16, "janus_budget.spawn_count is at 16");
STINT_STATIC_ASSERT(offsetof(janus_budget, syscalls) == 20, "janus_budget.syscalls is at 20");

#define JANUS_BUDGET {sizeof(janus_budget), 0, 0, 0, 0, 0, 0}

typedef struct janus_scheduler_config {
    uint32_t size;               /* sizeof(janus_scheduler_config) */
    uint32_t worker_count;       /* 0: one per processor */
    uint64_t deterministic_seed; /* 0: none */
    const char *java_home;       /* NULL: found by JAVA_HOME and in the usual folders */
    const char *class_path;      /* NULL: the jars that were installed beside the library */
} janus_scheduler_config;

STINT_STATIC_ASSERT(sizeof(janus_scheduler_config) == 32, "janus_scheduler_config is 32 bytes");
STINT_STATIC_ASSERT(offsetof(janus_scheduler_config, deterministic_seed) == 8,
                    "janus_scheduler_config.deterministic_seed is at 8");

#define JANUS_SCHEDULER_CONFIG {sizeof(janus_scheduler_config), 0, 0, NULL, NULL}

typedef stint_nursery_result janus_nursery_result;

/* Unless the names are taken. */
#ifndef STINT_NO_SHORT_NAMES
typedef janus_budget Budget;
typedef janus_scheduler_config SchedulerConfig;
typedef janus_nursery_result NurseryResult;
typedef stint_nursery Nursery;
typedef stint_task Task;
typedef stint_function TaskFn;
#endif

/* Spec 1, 12. The scheduler in which a thread that runs no task opens nurseries. (any) */
void *janus_scheduler_create(janus_scheduler_config config);
/* Waits for its tasks and ends it. Twice, NULL, or by one of its tasks: nothing happens. (any) */
void janus_scheduler_shutdown(void *scheduler);
/* The same, by a name that means nothing else elsewhere. */
void stint_scheduler_shutdown(void *scheduler);
/* Starts a task in the innermost nursery: STINT_OK or a code. (any) */
int janus_scheduler_spawn(void *function, void *argument);
int janus_scheduler_yield(void);
/* What the calling task may still spend; all zero outside of one. */
janus_budget janus_budget_get_current(void);
/* As stint_budget_recharge: STINT_REFUSED beyond the right of the task, and nothing is given. */
int janus_budget_recharge(janus_budget amount);
/* Spec 1, 11.1: STINT_OK, or the code that says why the task cannot go on. */
int janus_budget_check(void);
int janus_budget_decrement(uint32_t cost);

/* Spec 3. The nursery is the innermost one until it is destroyed. (any) */
stint_nursery *janus_nursery_create(void);
stint_task *janus_nursery_spawn(stint_nursery *nursery, stint_function function, void *argument);
janus_nursery_result janus_nursery_await(stint_nursery *nursery);
/* Waits for children that are left, after cancelling them. NULL, or twice: nothing happens. (any) */
void janus_nursery_destroy(stint_nursery *nursery);

#ifdef __cplusplus
}
#endif

#endif
