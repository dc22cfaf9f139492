/* A thread that runs no task and has a scheduler of its own, in a process that has a JVM. */
#include <stddef.h>

#include "stint.h"

#define CHECK(condition)    \
    do {                    \
        if (!(condition)) { \
            return __LINE__; \
        }                   \
    } while (0)

struct parts {
    stint_channel *in;
    int64_t from;
};

static int64_t sends_three(void *argument) {
    struct parts *parts = argument;
    for (int64_t i = 0; i < 3; i++) {
        int code = stint_channel_send(parts->in, parts->from + i, STINT_FOR_EVER);
        if (code < 0) {
            return code;
        }
    }
    return 0;
}

static int64_t fails(void *argument) { return (int64_t)(intptr_t)argument; }

static int64_t receives(void *argument) {
    int64_t value;
    return stint_channel_receive(argument, &value, STINT_FOR_EVER);
}

/* It would wait for itself: refused, and nothing is lost. Returns how much there is to say of that. */
static int64_t shuts_down(void *scheduler) {
    janus_scheduler_shutdown(scheduler);
    return stint_last_error(NULL, 0);
}

int64_t owns_a_scheduler(uint64_t seed) {
    SchedulerConfig config = JANUS_SCHEDULER_CONFIG;
    config.worker_count = 2;
    config.deterministic_seed = seed;
    void *scheduler = janus_scheduler_create(config);
    CHECK(scheduler != NULL);
    CHECK(janus_scheduler_spawn((void *)fails, NULL) == STINT_NO_NURSERY);
    stint_channel *channel = stint_channel_open(0);
    struct parts parts[2] = {{channel, 10}, {channel, 20}};

    Nursery *nursery = janus_nursery_create();
    CHECK(nursery != NULL);
    CHECK(janus_nursery_spawn(nursery, sends_three, &parts[0]) != NULL);
    CHECK(janus_scheduler_spawn((void *)sends_three, &parts[1]) == STINT_OK);
    int64_t sum = 0;
    for (int i = 0; i < 6; i++) {
        int64_t value = 0;
        CHECK(stint_channel_receive(channel, &value, STINT_FOR_EVER) == STINT_OK);
        sum += value;
    }
    CHECK(sum == 96);
    NurseryResult result = janus_nursery_await(nursery);
    CHECK(result.size == sizeof result && result.kind == STINT_SUCCESS);
    janus_nursery_destroy(nursery);

    nursery = janus_nursery_create();
    CHECK(janus_nursery_spawn(nursery, receives, channel) != NULL);
    CHECK(janus_nursery_spawn(nursery, fails, (void *)(intptr_t)-5) != NULL);
    result = janus_nursery_await(nursery); /* the one that waits is cancelled */
    CHECK(result.kind == STINT_FAILED && result.error_code == -5 && result.task_id > 0);
    janus_nursery_destroy(nursery);

    nursery = janus_nursery_create();
    int64_t said = 0;
    CHECK(stint_task_await(janus_nursery_spawn(nursery, shuts_down, scheduler), &said) == STINT_OK);
    CHECK(said > 0);
    janus_nursery_destroy(nursery);
    nursery = janus_nursery_create();
    CHECK(nursery != NULL); /* it is still there */
    janus_nursery_destroy(nursery);

    CHECK(stint_sleep(1000) == STINT_OK);
    CHECK(stint_channel_release(channel) == STINT_OK);
    janus_scheduler_shutdown(scheduler);
    janus_scheduler_shutdown(scheduler);
    CHECK(janus_nursery_create() == NULL); /* there is no scheduler any more */
    return 0;
}
