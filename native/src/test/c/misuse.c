/* Wrong use: each function returns how many of its calls gave something else than they should. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "stint.h"

static int64_t wrong;
static char where[256];

#define EXPECT(code, call)                                                                        \
    do {                                                                                          \
        int64_t got = (int64_t)(call);                                                            \
        if (got != (int64_t)(code)) {                                                             \
            wrong++;                                                                              \
            snprintf(where, sizeof where, "line %d: %s gave %lld (%s)", __LINE__, #call,           \
                     (long long)got, stint_error_name(got));                                      \
        }                                                                                         \
    } while (0)

const char *misuse_where(void) { return where; }

static void *handle(int64_t number) { return (void *)(intptr_t)number; }

int64_t null_handles(void *argument) {
    (void)argument;
    int64_t value;
    stint_budget budget = STINT_BUDGET;
    wrong = 0;
    EXPECT(STINT_BAD_HANDLE, stint_channel_send(NULL, 1, STINT_FOR_EVER));
    EXPECT(STINT_BAD_HANDLE, stint_channel_receive(NULL, &value, STINT_FOR_EVER));
    EXPECT(STINT_BAD_HANDLE, stint_channel_close(NULL));
    EXPECT(STINT_BAD_HANDLE, stint_channel_is_closed(NULL));
    EXPECT(STINT_BAD_HANDLE, stint_channel_length(NULL));
    EXPECT(STINT_BAD_HANDLE, stint_channel_release(NULL));
    EXPECT(STINT_BAD_HANDLE, stint_nursery_cancel(NULL));
    EXPECT(STINT_BAD_HANDLE, stint_nursery_await(NULL, NULL));
    EXPECT(STINT_BAD_HANDLE, stint_nursery_close(NULL));
    EXPECT(STINT_BAD_HANDLE, stint_task_await(NULL, NULL));
    EXPECT(STINT_BAD_HANDLE, stint_task_poll(NULL, NULL));
    EXPECT(STINT_BAD_HANDLE, stint_task_cancel(NULL));
    EXPECT(STINT_BAD_HANDLE, stint_task_receipt(NULL, &budget));
    EXPECT(STINT_BAD_HANDLE, stint_task_release(NULL));
    EXPECT(0, janus_nursery_spawn(NULL, null_handles, NULL));
    EXPECT(STINT_UNKNOWN, janus_nursery_await(NULL).kind);
    EXPECT(STINT_BAD_HANDLE, janus_nursery_await(NULL).error_code);
    janus_nursery_destroy(NULL);
    janus_scheduler_shutdown(NULL);
    return wrong;
}

int64_t made_up_handles(void *argument) {
    (void)argument;
    int64_t value;
    wrong = 0;
    int64_t numbers[] = {1, -1, 42, INT64_MAX, INT64_MIN, 0x7fffdeadbeef};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        void *bad = handle(numbers[i]);
        EXPECT(STINT_BAD_HANDLE, stint_channel_receive(bad, &value, 0));
        EXPECT(STINT_BAD_HANDLE, stint_channel_send(bad, 1, STINT_FOR_EVER));
        EXPECT(STINT_BAD_HANDLE, stint_task_poll(bad, NULL));
        EXPECT(STINT_BAD_HANDLE, stint_nursery_await(bad, NULL));
        janus_nursery_destroy(bad);
        janus_scheduler_shutdown(bad);
    }
    stint_channel *channel = stint_channel_open(1);
    EXPECT(STINT_BAD_HANDLE, stint_task_poll((stint_task *)(void *)channel, NULL)); /* another kind */
    EXPECT(STINT_BAD_HANDLE, stint_nursery_await((stint_nursery *)(void *)channel, NULL));
    EXPECT(STINT_OK, stint_channel_release(channel));
    return wrong;
}

int64_t given_back_handles(void *argument) {
    (void)argument;
    int64_t value;
    wrong = 0;
    stint_channel *channel = stint_channel_open(1);
    EXPECT(STINT_OK, stint_channel_send(channel, 5, STINT_FOR_EVER));
    EXPECT(1, stint_channel_length(channel));
    EXPECT(STINT_OK, stint_channel_release(channel));
    EXPECT(STINT_BAD_HANDLE, stint_channel_release(channel));
    EXPECT(STINT_BAD_HANDLE, stint_channel_receive(channel, &value, 0));
    stint_channel *next = stint_channel_open(1); /* perhaps in the same place */
    EXPECT(STINT_BAD_HANDLE, stint_channel_receive(channel, &value, 0));
    EXPECT(STINT_OK, stint_channel_release(next));

    stint_nursery *nursery = janus_nursery_create();
    stint_task *task = janus_nursery_spawn(nursery, null_handles, NULL);
    EXPECT(STINT_OK, stint_task_await(task, &value));
    EXPECT(STINT_SUCCESS, janus_nursery_await(nursery).kind);
    EXPECT(0, janus_nursery_spawn(nursery, null_handles, NULL)); /* it takes no more */
    EXPECT(STINT_NURSERY_CLOSED, janus_scheduler_spawn((void *)null_handles, NULL));
    EXPECT(STINT_OK, stint_nursery_close(nursery));
    EXPECT(STINT_BAD_HANDLE, stint_nursery_close(nursery));
    EXPECT(STINT_BAD_HANDLE, stint_task_await(task, &value)); /* went with its nursery */
    EXPECT(STINT_NO_NURSERY, janus_scheduler_spawn((void *)null_handles, NULL));
    return wrong;
}

int64_t bad_structs(void *argument) {
    (void)argument;
    wrong = 0;
    stint_budget budget = STINT_BUDGET;
    EXPECT(STINT_BAD_STRUCT, stint_budget_left(NULL));
    EXPECT(STINT_BAD_STRUCT, stint_budget_recharge(NULL));
    EXPECT(STINT_BAD_STRUCT, stint_charge(NULL));
    budget.size = 4;
    EXPECT(STINT_BAD_STRUCT, stint_budget_left(&budget));
    EXPECT(STINT_BAD_STRUCT, stint_charge(&budget));
    janus_budget narrow = JANUS_BUDGET;
    narrow.size = 0;
    EXPECT(STINT_BAD_STRUCT, janus_budget_recharge(narrow));
    stint_nursery_config config = STINT_NURSERY_CONFIG;
    config.size++;
    EXPECT(0, stint_nursery_open(&config));
    config.size--;
    config.deadline = -1;
    EXPECT(0, stint_nursery_open(&config));
    config.deadline = 0;
    config.stack = 100;
    EXPECT(0, stint_nursery_open(&config));
    config.stack = 0;
    config.pool = &budget; /* still of the wrong size */
    EXPECT(0, stint_nursery_open(&config));
    stint_case one = {sizeof one, STINT_RECEIVE, NULL, 0, 0, 0};
    EXPECT(STINT_BAD_HANDLE, stint_select(&one, 1, 0));
    one.size = 7;
    EXPECT(STINT_BAD_STRUCT, stint_select(&one, 1, 0));
    EXPECT(STINT_BAD_STRUCT, stint_select(NULL, 1, 0));
    EXPECT(STINT_BAD_ARGUMENT, stint_select(&one, 0, 0));
    EXPECT(STINT_BAD_ARGUMENT, stint_select(&one, 65, 0));
    janus_scheduler_config scheduler = JANUS_SCHEDULER_CONFIG;
    scheduler.size = 1;
    EXPECT(0, janus_scheduler_create(scheduler));
    return wrong;
}

int64_t bad_arguments(void *argument) {
    (void)argument;
    int64_t value;
    wrong = 0;
    stint_channel *channel = stint_channel_open(1);
    EXPECT(0, stint_channel_open(-1));
    EXPECT(STINT_BAD_ARGUMENT, stint_channel_receive(channel, NULL, STINT_FOR_EVER));
    EXPECT(STINT_BAD_ARGUMENT, stint_channel_receive(channel, &value, -5));
    EXPECT(STINT_BAD_ARGUMENT, stint_channel_send(channel, 1, -5));
    stint_case one = {sizeof one, 9, channel, 0, 0, 0};
    EXPECT(STINT_BAD_ARGUMENT, stint_select(&one, 1, 0));
    EXPECT(STINT_BAD_ARGUMENT, stint_sleep(-1));
    EXPECT(STINT_BAD_ARGUMENT, stint_checkpoint(-1));
    EXPECT(STINT_BAD_ARGUMENT, stint_last_error(NULL, 8));
    stint_nursery *nursery = janus_nursery_create();
    EXPECT(0, janus_nursery_spawn(nursery, NULL, NULL));
    EXPECT(STINT_BAD_ARGUMENT, janus_scheduler_spawn(NULL, NULL));
    EXPECT(STINT_OK, stint_nursery_close(nursery));
    EXPECT(STINT_OK, stint_channel_release(channel));
    EXPECT(STINT_REFUSED, stint_budget_recharge(&(stint_budget)STINT_BUDGET)); /* no right */
    return wrong;
}

int64_t bad_nesting(void *argument) {
    (void)argument;
    wrong = 0;
    stint_nursery *outer = janus_nursery_create();
    stint_nursery *inner = janus_nursery_create();
    EXPECT(STINT_BAD_NESTING, stint_nursery_close(outer));
    EXPECT(STINT_OK, stint_nursery_close(inner));
    EXPECT(STINT_OK, stint_nursery_close(outer));
    return wrong;
}

static int64_t closes_anothers(void *argument) { return stint_nursery_close(argument); }

int64_t anothers_nursery(void *argument) {
    (void)argument;
    wrong = 0;
    stint_nursery_config config = STINT_NURSERY_CONFIG;
    config.keep_on_error = 1;
    stint_nursery *nursery = stint_nursery_open(&config);
    stint_task *task = stint_spawn(nursery, closes_anothers, nursery);
    int64_t code = 0;
    EXPECT(STINT_CHILD_FAILED, stint_task_await(task, &code));
    EXPECT(STINT_BAD_NESTING, code);
    EXPECT(STINT_CHILD_FAILED, stint_nursery_close(nursery)); /* told to whoever has not awaited it */
    return wrong;
}

struct kin {
    stint_nursery *nursery;
    stint_task *self;
    stint_channel *known;
};

static int64_t closes_its_own(void *argument) {
    struct kin *kin = argument;
    EXPECT(STINT_BAD_NESTING, stint_nursery_close(kin->nursery));
    return 0;
}

static int64_t waits_for_itself(void *argument) {
    struct kin *kin = argument;
    int64_t value;
    stint_channel_receive(kin->known, &value, STINT_FOR_EVER); /* what itself is */
    EXPECT(STINT_BAD_ARGUMENT, stint_task_await(kin->self, NULL));
    EXPECT(STINT_BAD_ARGUMENT, stint_nursery_await(kin->nursery, NULL));
    return 0;
}

int64_t own_ends(void *argument) {
    (void)argument;
    wrong = 0;
    struct kin kin = {stint_nursery_open(NULL), NULL, stint_channel_open(1)};
    EXPECT(STINT_OK, stint_task_await(stint_spawn(kin.nursery, closes_its_own, &kin), NULL));
    kin.self = stint_spawn(kin.nursery, waits_for_itself, &kin);
    EXPECT(STINT_OK, stint_channel_send(kin.known, 1, STINT_FOR_EVER));
    EXPECT(STINT_OK, stint_task_await(kin.self, NULL));
    EXPECT(STINT_OK, stint_nursery_close(kin.nursery));
    EXPECT(STINT_OK, stint_channel_release(kin.known));
    return wrong;
}

int64_t closed_channels(void *argument) {
    (void)argument;
    int64_t value = 0;
    wrong = 0;
    stint_channel *channel = stint_channel_open(2);
    EXPECT(STINT_WOULD_WAIT, stint_channel_receive(channel, &value, 0));
    EXPECT(STINT_TIMED_OUT, stint_channel_receive(channel, &value, 1000));
    EXPECT(STINT_OK, stint_channel_send(channel, 7, 0));
    EXPECT(STINT_OK, stint_channel_send(channel, 8, STINT_FOR_EVER));
    EXPECT(STINT_WOULD_WAIT, stint_channel_send(channel, 9, 0));
    EXPECT(STINT_TIMED_OUT, stint_channel_send(channel, 9, 1000));
    EXPECT(0, stint_channel_is_closed(channel));
    EXPECT(STINT_OK, stint_channel_close(channel));
    EXPECT(STINT_OK, stint_channel_close(channel));
    EXPECT(1, stint_channel_is_closed(channel));
    EXPECT(STINT_CLOSED, stint_channel_send(channel, 1, STINT_FOR_EVER));
    EXPECT(STINT_CLOSED, stint_channel_send(channel, 1, 0));
    EXPECT(STINT_CLOSED, stint_channel_send(channel, 1, 1000));
    EXPECT(STINT_OK, stint_channel_receive(channel, &value, STINT_FOR_EVER));
    EXPECT(7, value);
    EXPECT(STINT_OK, stint_channel_receive(channel, &value, 0));
    EXPECT(STINT_CLOSED, stint_channel_receive(channel, &value, STINT_FOR_EVER));
    EXPECT(STINT_CLOSED, stint_channel_receive(channel, &value, 0));
    EXPECT(STINT_CLOSED, stint_channel_receive(channel, &value, 1000));
    stint_case cases[] = {{sizeof(stint_case), STINT_RECEIVE, channel, 0, -99, 0}};
    EXPECT(0, stint_select(cases, 1, STINT_FOR_EVER));
    EXPECT(STINT_CLOSED, cases[0].code);
    cases[0].kind = STINT_SEND;
    EXPECT(STINT_CLOSED, stint_select(cases, 1, STINT_FOR_EVER));
    EXPECT(STINT_OK, stint_channel_release(channel));
    return wrong;
}

/* A thread that runs no task, and a process in which C has created no scheduler. */
static void *foreign(void *argument) {
    stint_channel *channel = argument;
    stint_budget budget = STINT_BUDGET;
    int64_t value = 0;
    EXPECT(STINT_NOT_A_TASK, stint_yield());
    EXPECT(STINT_NOT_A_TASK, stint_budget_left(&budget));
    EXPECT(STINT_NOT_A_TASK, stint_checkpoint(1));
    EXPECT(STINT_NOT_A_TASK, stint_charge(&budget));
    EXPECT(STINT_NOT_A_TASK, stint_is_cancelled());
    EXPECT(STINT_NOT_A_TASK, stint_task_id());
    EXPECT(STINT_NOT_A_TASK, stint_rights());
    EXPECT(STINT_NOT_A_TASK, stint_now());
    EXPECT(STINT_NOT_A_TASK, stint_budget_recharge(&budget));
    EXPECT(0, janus_budget_get_current().ops);
    EXPECT(0, janus_nursery_create());
    EXPECT(STINT_NO_NURSERY, janus_scheduler_spawn((void *)null_handles, NULL));
    EXPECT(STINT_OK, stint_sleep(1000));
    EXPECT(STINT_OK, stint_channel_receive(channel, &value, STINT_FOR_EVER)); /* it may wait */
    EXPECT(123, value);
    return NULL;
}

int64_t foreign_thread(void *argument) {
    (void)argument;
    wrong = 0;
    pthread_t thread;
    stint_channel *channel = stint_channel_open(1);
    if (pthread_create(&thread, NULL, foreign, channel) != 0) {
        return -1;
    }
    EXPECT(STINT_OK, stint_channel_send(channel, 123, STINT_FOR_EVER));
    pthread_join(thread, NULL);
    EXPECT(STINT_OK, stint_channel_release(channel));
    return wrong;
}

int64_t error_texts(void *argument) {
    (void)argument;
    wrong = 0;
    char text[200];
    char little[5];
    stint_channel_close(NULL);
    int64_t length = stint_last_error(text, sizeof text);
    EXPECT(1, strstr(text, "NULL is no channel") != NULL);
    EXPECT((int64_t)strlen(text), length);
    EXPECT(length, stint_last_error(little, sizeof little));
    EXPECT(4, strlen(little));
    EXPECT(length, stint_last_error(NULL, 0));
    EXPECT(0, strcmp(stint_error_name(STINT_CLOSED), "STINT_CLOSED"));
    EXPECT(0, strcmp(stint_error_name(STINT_PANIC), "STINT_PANIC"));
    EXPECT(0, strcmp(stint_error_name(STINT_NO_STACK), "STINT_NO_STACK"));
    EXPECT(0, strcmp(stint_error_name(-4711), "a code of the program"));
    EXPECT(0, strcmp(stint_error_name(3), "a code of the program"));
    return wrong;
}
