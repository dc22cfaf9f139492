#include <stdint.h>
#include <stdio.h>

#include <stint.h>

static int64_t square(void *argument) {
    int64_t n = (int64_t)argument;
    stint_sleep(1000000); /* a millisecond; meanwhile its worker runs other tasks */
    return n * n;
}

int main(void) {
    void *scheduler = janus_scheduler_create((SchedulerConfig)JANUS_SCHEDULER_CONFIG);
    if (scheduler == NULL) {
        char why[500];
        stint_last_error(why, sizeof why);
        puts(why);
        return 1;
    }
    stint_nursery *nursery = stint_nursery_open(NULL);
    stint_task *task = stint_spawn(nursery, square, (void *)7);
    int64_t value = 0;
    int code = stint_task_await(task, &value);
    printf("%s: %lld\n", stint_error_name(code), (long long)value);
    stint_nursery_close(nursery);
    janus_scheduler_shutdown(scheduler);
    return code;
}
