/* The functions of stint.h: each leaves a request for Java, and returns what comes back. */
#include "stint.h"

#include "ground.h"

#include <string.h>

/* On a fiber the request is left where Java looks for it; elsewhere it is handed over. */
static inline int64_t ask(enum request_kind kind, int64_t a, int64_t b, int64_t c, int64_t d) {
    struct fiber *fiber = stint_current();
    if (fiber != NULL) {
        fiber->request.kind = kind;
        fiber->request.argument[0] = a;
        fiber->request.argument[1] = b;
        fiber->request.argument[2] = c;
        fiber->request.argument[3] = d;
        stint_switch(&fiber->sp, fiber->caller_sp);
        return fiber->request.result;
    }
    struct request request = {.kind = kind, .argument = {a, b, c, d}};
    stint_ask(&request);
    return request.result;
}

static inline int64_t at(const void *pointer) { return (int64_t)(uintptr_t)pointer; }

static inline void *pointer(int64_t handle) {
    return handle <= 0 ? NULL : (void *)(uintptr_t)handle; /* less: a code, that last_error knows */
}

/* ---- errors */

static const char *const NAMES[] = {
    "STINT_OK",            "STINT_REFUSED",       "STINT_CANCELLED",      "STINT_PENDING",
    "STINT_CLOSED",        "STINT_TIMED_OUT",     "STINT_WOULD_WAIT",     "STINT_BAD_HANDLE",
    "STINT_BAD_STRUCT",    "STINT_BAD_ARGUMENT",  "STINT_NOT_A_TASK",     "STINT_NO_NURSERY",
    "STINT_NURSERY_CLOSED", "STINT_BAD_NESTING",  "STINT_NO_OPS",         "STINT_NO_MEMORY",
    "STINT_NO_SPAWNS",     "STINT_NO_CHANNEL_OPS", "STINT_NO_SYSCALLS",   "STINT_CHILD_FAILED",
    "STINT_STACK_OVERFLOW", "STINT_NO_RUNTIME",   "STINT_CHANNEL_FULL",   "STINT_PANIC",
    "STINT_NO_STACK",
};

EXPORT const char *stint_error_name(int64_t code) {
    int64_t count = (int64_t)(sizeof NAMES / sizeof NAMES[0]);
    return code <= 0 && code > -count ? NAMES[-code] : "a code of the program";
}

EXPORT int64_t stint_last_error(char *buffer, size_t size) {
    if (buffer == NULL && size != 0) {
        return STINT_BAD_ARGUMENT;
    }
    if (size != 0) {
        buffer[0] = 0;
    }
    if (!stint_has_outside()) {
        return stint_launch_error(buffer, size);
    }
    return ask(LAST_ERROR, at(buffer), (int64_t)size, 0, 0);
}

/* ---- the calling task */

EXPORT int stint_yield(void) { return (int)ask(YIELD, 0, 0, 0, 0); }

EXPORT int stint_sleep(int64_t nanoseconds) { return (int)ask(SLEEP, nanoseconds, 0, 0, 0); }

EXPORT int64_t stint_now(void) { return ask(NOW, 0, 0, 0, 0); }

EXPORT int64_t stint_task_id(void) { return ask(TASK_ID, 0, 0, 0, 0); }

EXPORT int stint_is_cancelled(void) { return (int)ask(IS_CANCELLED, 0, 0, 0, 0); }

EXPORT int stint_rights(void) { return (int)ask(RIGHTS, 0, 0, 0, 0); }

/* ---- budgets */

EXPORT int stint_budget_left(stint_budget *left) { return (int)ask(BUDGET_LEFT, at(left), 0, 0, 0); }

EXPORT int stint_budget_recharge(const stint_budget *amount) {
    return (int)ask(RECHARGE, at(amount), 0, 0, 0);
}

EXPORT int stint_charge(const stint_budget *cost) { return (int)ask(CHARGE, at(cost), 0, 0, 0); }

EXPORT int stint_checkpoint(int64_t operations) { return (int)ask(CHECKPOINT, operations, 0, 0, 0); }

/* ---- nurseries and tasks */

EXPORT stint_nursery *stint_nursery_open(const stint_nursery_config *config) {
    return pointer(ask(NURSERY_OPEN, at(config), 0, 0, 0));
}

EXPORT stint_task *stint_spawn(stint_nursery *nursery, stint_function function, void *argument) {
    return pointer(ask(SPAWN, at(nursery), (int64_t)(uintptr_t)function, at(argument), 1));
}

EXPORT stint_task *stint_spawn_with(stint_nursery *nursery, stint_function function, void *argument,
                                    uint32_t rights) {
    return pointer(
        ask(SPAWN, at(nursery), (int64_t)(uintptr_t)function, at(argument), (int64_t)rights << 1 | 1));
}

EXPORT stint_nursery *stint_nursery_current(void) {
    return pointer(ask(NURSERY_CURRENT, 0, 0, 0, 0));
}

EXPORT int64_t stint_nursery_count(stint_nursery *nursery) {
    return ask(NURSERY_COUNT, at(nursery), 0, 0, 0);
}

EXPORT int stint_nursery_is_cancelled(stint_nursery *nursery) {
    return (int)ask(NURSERY_IS_CANCELLED, at(nursery), 0, 0, 0);
}

EXPORT int stint_nursery_cancel(stint_nursery *nursery) {
    return (int)ask(NURSERY_CANCEL, at(nursery), 0, 0, 0);
}

EXPORT int stint_nursery_await(stint_nursery *nursery, stint_nursery_result *result) {
    return (int)ask(NURSERY_AWAIT, at(nursery), at(result), 0, 0);
}

EXPORT int stint_nursery_close(stint_nursery *nursery) {
    return (int)ask(NURSERY_CLOSE, at(nursery), 0, 0, 0);
}

EXPORT int stint_task_await(stint_task *task, int64_t *value) {
    return (int)ask(TASK_AWAIT, at(task), at(value), 0, 0);
}

EXPORT int stint_task_poll(stint_task *task, int64_t *value) {
    return (int)ask(TASK_POLL, at(task), at(value), 0, 0);
}

EXPORT int stint_task_cancel(stint_task *task) { return (int)ask(TASK_CANCEL, at(task), 0, 0, 0); }

EXPORT int stint_task_receipt(stint_task *task, stint_budget *spent) {
    return (int)ask(TASK_RECEIPT, at(task), at(spent), 0, 0);
}

EXPORT int stint_task_release(stint_task *task) { return (int)ask(TASK_RELEASE, at(task), 0, 0, 0); }

/* ---- channels */

EXPORT stint_channel *stint_channel_open(int32_t capacity) {
    return pointer(ask(CHANNEL_OPEN, capacity, 0, 0, 0));
}

EXPORT int stint_channel_send(stint_channel *channel, int64_t value, int64_t timeout) {
    return (int)ask(SEND, at(channel), timeout, value, 0);
}

EXPORT int stint_channel_receive(stint_channel *channel, int64_t *value, int64_t timeout) {
    return (int)ask(RECEIVE, at(channel), timeout, at(value), 0);
}

EXPORT int stint_channel_close(stint_channel *channel) {
    return (int)ask(CHANNEL_CLOSE, at(channel), 0, 0, 0);
}

EXPORT int stint_channel_is_closed(stint_channel *channel) {
    return (int)ask(CHANNEL_IS_CLOSED, at(channel), 0, 0, 0);
}

EXPORT int64_t stint_channel_length(stint_channel *channel) {
    return ask(CHANNEL_LENGTH, at(channel), 0, 0, 0);
}

EXPORT int stint_channel_release(stint_channel *channel) {
    return (int)ask(CHANNEL_RELEASE, at(channel), 0, 0, 0);
}

EXPORT int stint_select(stint_case *cases, int32_t count, int64_t timeout) {
    return (int)ask(SELECT, at(cases), count, timeout, 0);
}

/* ---- the functions of the specifications */

EXPORT int janus_scheduler_spawn(void *function, void *argument) {
    return (int)ask(SPAWN, 0, at(function), at(argument), 0);
}

EXPORT int janus_scheduler_yield(void) { return stint_yield(); }

static uint64_t most(uint64_t amount, uint64_t limit) { return amount < limit ? amount : limit; }

EXPORT janus_budget janus_budget_get_current(void) {
    stint_budget left = STINT_BUDGET;
    janus_budget narrow = JANUS_BUDGET;
    if (stint_budget_left(&left) == STINT_OK) {
        narrow.ops = (uint32_t)most(left.ops, UINT32_MAX);
        narrow.memory = left.memory;
        narrow.spawn_count = (uint16_t)most(left.spawns, UINT16_MAX);
        narrow.channel_ops = (uint16_t)most(left.channel_ops, UINT16_MAX);
        narrow.syscalls = (uint16_t)most(left.syscalls, UINT16_MAX);
    }
    return narrow;
}

EXPORT int janus_budget_recharge(janus_budget amount) {
    if (amount.size != sizeof amount) {
        return STINT_BAD_STRUCT;
    }
    stint_budget wide = STINT_BUDGET;
    wide.ops = amount.ops;
    wide.memory = amount.memory;
    wide.spawns = amount.spawn_count;
    wide.channel_ops = amount.channel_ops;
    wide.syscalls = amount.syscalls;
    return stint_budget_recharge(&wide);
}

EXPORT int janus_budget_check(void) { return stint_checkpoint(1); }

EXPORT int janus_budget_decrement(uint32_t cost) { return stint_checkpoint(cost); }

EXPORT stint_nursery *janus_nursery_create(void) { return stint_nursery_open(NULL); }

EXPORT stint_task *janus_nursery_spawn(stint_nursery *nursery, stint_function function,
                                       void *argument) {
    return pointer(ask(SPAWN, nursery == NULL ? -1 : at(nursery), (int64_t)(uintptr_t)function,
                       at(argument), 1));
}

EXPORT janus_nursery_result janus_nursery_await(stint_nursery *nursery) {
    janus_nursery_result result = {sizeof result, STINT_UNKNOWN, 0, 0};
    int code = stint_nursery_await(nursery, &result);
    if (result.kind == STINT_UNKNOWN) {
        result.error_code = code;
    }
    return result;
}

EXPORT void janus_nursery_destroy(stint_nursery *nursery) {
    ask(NURSERY_CLOSE, at(nursery), 1, 0, 0);
}
