/* The functions of janus_rt.h, by those of stint.h: all but the tokens. */
#include "both.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { FAILED = -1, WAS_CANCELLED = -2 };

/* ---- the runtime */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(void *) scheduler; /* changed with the lock held */
static atomic_uint_fast64_t started;

EXPORT int32_t janus_rt_init(janus_rt_config config) {
    janus_scheduler_config wanted = JANUS_SCHEDULER_CONFIG;
    wanted.worker_count = config.worker_count;
    wanted.deterministic_seed = config.deterministic_seed;
    int32_t code = FAILED;
    pthread_mutex_lock(&lock);
    if (atomic_load(&scheduler) == NULL) {
        void *made = janus_scheduler_create(wanted);
        atomic_store(&scheduler, made);
        code = made == NULL ? FAILED : 0;
    }
    pthread_mutex_unlock(&lock);
    return code;
}

EXPORT int32_t janus_rt_init_default(void) {
    janus_rt_config usual = {0, 0};
    return janus_rt_init(usual);
}

EXPORT void janus_rt_shutdown(void) {
    pthread_mutex_lock(&lock);
    void *running = atomic_exchange(&scheduler, NULL);
    if (running != NULL) {
        stint_scheduler_shutdown(running);
    }
    pthread_mutex_unlock(&lock);
}

EXPORT bool janus_rt_is_running(void) { return atomic_load(&scheduler) != NULL; }

EXPORT int32_t janus_scheduler_init(uint32_t workers) {
    janus_rt_config config = {workers, 0};
    return janus_rt_init(config);
}

EXPORT void janus_scheduler_shutdown(void) { janus_rt_shutdown(); }

EXPORT uint64_t janus_scheduler_stats(void) { return atomic_load(&started); }

/* ---- the innermost nursery */

EXPORT void *janus_nursery_create(void) { return stint_nursery_open(NULL); }

EXPORT int32_t janus_nursery_spawn(janus_task_fn function, void *argument) {
    stint_task *task = stint_spawn(NULL, function, argument);
    if (task == NULL) {
        return FAILED;
    }
    atomic_fetch_add(&started, 1);
    stint_task_release(task);
    return 0;
}

static int64_t without_argument(void *function) {
    union {
        void *pointer;
        janus_noarg_task_fn function;
    } it = {function};
    return it.function();
}

EXPORT int32_t janus_nursery_spawn_noarg(janus_noarg_task_fn function) {
    union {
        janus_noarg_task_fn function;
        void *pointer;
    } it = {function};
    return function == NULL ? FAILED : janus_nursery_spawn(without_argument, it.pointer);
}

EXPORT int64_t janus_nursery_await_all(void) {
    stint_nursery *nursery = stint_nursery_current();
    if (nursery == NULL) {
        return WAS_CANCELLED;
    }
    stint_nursery_result how = {sizeof how, STINT_UNKNOWN, 0, 0};
    int code = stint_nursery_await(nursery, &how);
    stint_nursery_close(nursery); /* it was awaited, so nothing new is told */
    switch (how.kind) {
    case STINT_SUCCESS:
        return 0;
    case STINT_FAILED:
        return how.error_code;
    case STINT_WAS_CANCELLED:
        return WAS_CANCELLED;
    default:
        return code == STINT_OK ? 0 : WAS_CANCELLED; /* the caller must end itself */
    }
}

EXPORT int32_t janus_nursery_task_count(void) {
    stint_nursery *nursery = stint_nursery_current();
    int64_t count = nursery == NULL ? 0 : stint_nursery_count(nursery);
    return count < 0 ? 0 : count > INT32_MAX ? INT32_MAX : (int32_t)count;
}

EXPORT bool janus_nursery_is_cancelled(void) {
    stint_nursery *nursery = stint_nursery_current();
    return nursery == NULL || stint_nursery_is_cancelled(nursery) != 0;
}

EXPORT void janus_nursery_cancel(void) {
    stint_nursery *nursery = stint_nursery_current();
    if (nursery != NULL) {
        stint_nursery_cancel(nursery);
    }
}

/* ---- channels */

EXPORT void *janus_channel_create_i64(int32_t capacity) { return stint_channel_open(capacity); }

EXPORT void janus_channel_destroy_i64(void *channel) {
    if (channel != NULL) {
        stint_channel_close(channel);
        stint_channel_release(channel);
    }
}

EXPORT int32_t janus_channel_send_i64(void *channel, int64_t value) {
    return stint_channel_send(channel, value, STINT_FOR_EVER) == STINT_OK ? 0 : FAILED;
}

EXPORT int64_t janus_channel_recv_i64(void *channel, int32_t *error) {
    int64_t value = INT64_MIN;
    int code = stint_channel_receive(channel, &value, STINT_FOR_EVER);
    if (error != NULL) {
        *error = code == STINT_OK ? 0 : FAILED;
    }
    return code == STINT_OK ? value : INT64_MIN;
}

static int32_t tried(int code) { return code == STINT_OK ? 1 : code == STINT_WOULD_WAIT ? 0 : FAILED; }

EXPORT int32_t janus_channel_try_send_i64(void *channel, int64_t value) {
    return tried(stint_channel_send(channel, value, 0));
}

EXPORT int32_t janus_channel_try_recv_i64(void *channel, int64_t *value) {
    return tried(stint_channel_receive(channel, value, 0));
}

EXPORT void janus_channel_close_i64(void *channel) { stint_channel_close(channel); }

EXPORT int32_t janus_channel_is_closed_i64(void *channel) { return stint_channel_is_closed(channel) != 0; }

EXPORT int32_t janus_channel_len_i64(void *channel) {
    int64_t length = stint_channel_length(channel);
    return length < 0 ? 0 : (int32_t)length;
}

/* ---- select */

#define MOST_CASES 64
#define NONE (-1)

struct select {
    int32_t count;            /* of all that were added */
    int32_t channels;         /* of those, the cases below */
    int32_t timeout_index;    /* or NONE */
    int32_t default_index;
    int64_t timeout;          /* nanoseconds */
    int64_t received;
    stint_case cases[MOST_CASES];
    int32_t index[MOST_CASES]; /* under which each case was added */
};

EXPORT void *janus_select_create(void) {
    struct select *select = calloc(1, sizeof *select);
    if (select != NULL) {
        select->timeout_index = NONE;
        select->default_index = NONE;
        select->timeout = STINT_FOR_EVER;
    }
    return select;
}

EXPORT void janus_select_destroy(void *select) { free(select); }

static int32_t add(struct select *select, enum stint_case_kind kind, void *channel, int64_t value) {
    if (select == NULL || channel == NULL || select->channels == MOST_CASES) {
        return FAILED;
    }
    stint_case it = {sizeof it, kind, channel, value, 0, 0};
    select->cases[select->channels] = it;
    select->index[select->channels++] = select->count;
    return select->count++;
}

EXPORT int32_t janus_select_add_recv(void *select, void *channel) {
    return add(select, STINT_RECEIVE, channel, 0);
}

EXPORT int32_t janus_select_add_send(void *select, void *channel, int64_t value) {
    return add(select, STINT_SEND, channel, value);
}

EXPORT int32_t janus_select_add_timeout(void *of, uint64_t milliseconds) {
    struct select *select = of;
    if (select == NULL || select->timeout_index != NONE) {
        return FAILED;
    }
    uint64_t most = (STINT_FOR_EVER - 1) / 1000000;
    select->timeout = (int64_t)(milliseconds < most ? milliseconds : most) * 1000000;
    select->timeout_index = select->count;
    return select->count++;
}

EXPORT int32_t janus_select_add_default(void *of) {
    struct select *select = of;
    if (select == NULL || select->default_index != NONE) {
        return FAILED;
    }
    select->default_index = select->count;
    return select->count++;
}

EXPORT int32_t janus_select_wait(void *of) {
    struct select *select = of;
    if (select == NULL || select->count == 0) {
        return FAILED;
    }
    int64_t timeout = select->default_index != NONE ? 0 : select->timeout;
    if (select->channels == 0) {
        if (select->default_index == NONE) {
            return stint_sleep(timeout) == STINT_OK ? select->timeout_index : FAILED;
        }
        return select->default_index;
    }
    int chosen = stint_select(select->cases, select->channels, timeout);
    if (chosen == STINT_WOULD_WAIT || chosen == STINT_TIMED_OUT) {
        return select->default_index != NONE ? select->default_index : select->timeout_index;
    }
    if (chosen < 0) {
        return FAILED;
    }
    stint_case *it = &select->cases[chosen];
    if (it->kind == STINT_RECEIVE) {
        select->received = it->code == STINT_OK ? it->value : INT64_MIN;
    }
    return select->index[chosen];
}

EXPORT int64_t janus_select_get_recv_value(void *of) {
    struct select *select = of;
    return select == NULL ? INT64_MIN : select->received;
}
