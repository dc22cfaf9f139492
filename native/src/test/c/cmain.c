/* A C program: its main creates a scheduler, which starts a JVM in the process. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "stint.h"

static int64_t square(void *argument) {
    int64_t n = (int64_t)(intptr_t)argument;
    stint_yield();
    return n * n;
}

static int64_t endless(void *argument) {
    int64_t asked = 0;
    (void)argument;
    while (stint_checkpoint(1000) == STINT_OK) {
        asked++;
    }
    return STINT_NO_OPS;
}

static int fails(const char *what) {
    char text[500];
    stint_last_error(text, sizeof text);
    printf("%s: %s\n", what, text);
    return 1;
}

int main(int count, char **arguments) {
    SchedulerConfig config = JANUS_SCHEDULER_CONFIG;
    config.worker_count = 2;
    if (count > 1) {
        config.java_home = arguments[1];
    }
    if (count > 2) {
        config.class_path = arguments[2];
    }
    if (stint_channel_open(1) != NULL) {
        return fails("a channel without a runtime");
    }
    void *scheduler = janus_scheduler_create(config);
    if (scheduler == NULL) {
        return fails("no scheduler");
    }
    Nursery *nursery = janus_nursery_create();
    Task *tasks[100];
    for (int64_t i = 0; i < 100; i++) {
        tasks[i] = janus_nursery_spawn(nursery, square, (void *)(intptr_t)i);
    }
    int64_t sum = 0;
    for (int i = 0; i < 100; i++) {
        int64_t value;
        if (stint_task_await(tasks[i], &value) != STINT_OK) {
            return fails("a task");
        }
        sum += value;
    }
    NurseryResult result = janus_nursery_await(nursery);
    janus_nursery_destroy(nursery);
    printf("sum %" PRId64 ", nursery %s\n", sum, result.kind == STINT_SUCCESS ? "well" : "ill");

    stint_budget pool = STINT_BUDGET;
    stint_budget child = STINT_BUDGET;
    pool.ops = 100000;
    pool.spawns = 10;
    child.ops = 50000;
    stint_nursery_config limits = STINT_NURSERY_CONFIG;
    limits.name = "limited";
    limits.pool = &pool;
    limits.child = &child;
    nursery = stint_nursery_open(&limits);
    Task *task = stint_spawn(nursery, endless, NULL);
    stint_nursery_result how = {sizeof how, 0, 0, 0};
    int code = stint_nursery_await(nursery, &how);
    printf("endless: %s, error %s\n", stint_error_name(code), stint_error_name(how.error_code));
    stint_budget spent = STINT_BUDGET;
    if (stint_task_receipt(task, &spent) == STINT_OK) {
        printf("it has spent %" PRIu64 " operations\n", spent.ops);
    }
    stint_nursery_close(nursery);
    janus_scheduler_shutdown(scheduler);
    return 0;
}
