/* What stint.h can do; each function returns 0, or the line that was not as it should be. */
#include <string.h>

#include "stint.h"

#define CHECK(condition)    \
    do {                    \
        if (!(condition)) { \
            return __LINE__; \
        }                   \
    } while (0)

static int64_t number(void *argument) { return (int64_t)(intptr_t)argument; }

static int64_t waits(void *argument) {
    int64_t value;
    return stint_channel_receive(argument, &value, STINT_FOR_EVER);
}

static int64_t naps(void *argument) { return stint_sleep((int64_t)(intptr_t)argument); }

int64_t results(void *argument) {
    (void)argument;
    int64_t value = 0;
    stint_nursery_config config = STINT_NURSERY_CONFIG;
    config.keep_on_error = 1;
    config.name = "results";
    stint_nursery *nursery = stint_nursery_open(&config);
    CHECK(nursery != NULL);
    stint_task *good = stint_spawn(nursery, number, (void *)42);
    stint_task *bad = stint_spawn(NULL, number, (void *)(intptr_t)-42); /* in the innermost */
    CHECK(stint_task_await(good, &value) == STINT_OK && value == 42);
    CHECK(stint_task_poll(good, NULL) == STINT_OK);
    CHECK(stint_task_await(bad, &value) == STINT_CHILD_FAILED && value == -42);
    stint_nursery_result result = {sizeof result, 9, 9, 9};
    CHECK(stint_nursery_await(nursery, &result) == STINT_CHILD_FAILED);
    CHECK(result.kind == STINT_FAILED && result.task_id > 0 && result.error_code == -42);
    CHECK(stint_nursery_close(nursery) == STINT_OK); /* it was told */
    return 0;
}

static int64_t runs_once(void *argument) {
    ++*(int64_t *)argument;
    return 42;
}

/* Their "Runtime: Async task lifecycle": spawned, run once, await gives 42. */
int64_t lifecycle(void *argument) {
    (void)argument;
    int64_t runs = 0;
    int64_t value = 0;
    stint_nursery *nursery = stint_nursery_open(NULL);
    stint_task *task = stint_spawn(nursery, runs_once, &runs);
    CHECK(stint_task_await(task, &value) == STINT_OK && value == 42);
    CHECK(stint_task_await(task, &value) == STINT_OK && value == 42 && runs == 1);
    CHECK(stint_nursery_close(nursery) == STINT_OK);
    return 0;
}

int64_t failure_cancels_siblings(void *argument) {
    (void)argument;
    stint_channel *never = stint_channel_open(0);
    Nursery *nursery = janus_nursery_create();
    Task *waiting = janus_nursery_spawn(nursery, waits, never);
    Task *failing = janus_nursery_spawn(nursery, number, (void *)(intptr_t)-7);
    CHECK(waiting != NULL && failing != NULL);
    NurseryResult result = janus_nursery_await(nursery);
    CHECK(result.kind == STINT_FAILED && result.error_code == -7);
    CHECK(stint_task_poll(waiting, NULL) == STINT_CANCELLED);
    janus_nursery_destroy(nursery);
    janus_nursery_destroy(nursery);
    stint_channel_release(never);
    return 0;
}

int64_t cancelling(void *argument) {
    (void)argument;
    stint_channel *never = stint_channel_open(0);
    Nursery *nursery = janus_nursery_create();
    Task *one = janus_nursery_spawn(nursery, waits, never);
    Task *other = janus_nursery_spawn(nursery, waits, never);
    CHECK(stint_task_poll(one, NULL) == STINT_PENDING);
    stint_yield();
    CHECK(stint_task_cancel(one) == 1);
    CHECK(stint_task_cancel(one) == 0);
    CHECK(stint_task_await(one, NULL) == STINT_CANCELLED);
    CHECK(stint_nursery_cancel(nursery) == 1);
    CHECK(stint_nursery_cancel(nursery) == 0);
    CHECK(stint_is_cancelled() == 1); /* the block that this stands in */
    CHECK(stint_sleep(1000000) == STINT_CANCELLED);
    NurseryResult result = janus_nursery_await(nursery);
    CHECK(result.kind == STINT_WAS_CANCELLED);
    CHECK(stint_is_cancelled() == 0);
    CHECK(stint_task_poll(other, NULL) == STINT_CANCELLED);
    janus_nursery_destroy(nursery);
    CHECK(stint_sleep(1000) == STINT_OK);
    stint_channel_release(never);
    return 0;
}

int64_t destroying(void *argument) {
    (void)argument;
    stint_channel *never = stint_channel_open(0);
    Nursery *nursery = janus_nursery_create();
    CHECK(janus_scheduler_spawn((void *)waits, never) == STINT_OK);
    janus_nursery_destroy(nursery); /* cancels what waits */
    CHECK(janus_scheduler_spawn((void *)waits, never) == STINT_NO_NURSERY);
    stint_channel_release(never);
    return 0;
}

int64_t deadlines(void *argument) {
    (void)argument;
    stint_channel *never = stint_channel_open(0);
    stint_nursery_config config = STINT_NURSERY_CONFIG;
    config.deadline = 100000000; /* later than the spawn, on a busy machine too */
    stint_nursery *nursery = stint_nursery_open(&config);
    stint_task *task = stint_spawn(nursery, waits, never);
    CHECK(stint_task_await(task, NULL) == STINT_CANCELLED);
    stint_nursery_result result = {sizeof result, 9, 9, 9};
    CHECK(stint_nursery_await(nursery, &result) == STINT_CANCELLED);
    CHECK(result.kind == STINT_WAS_CANCELLED);
    stint_nursery_close(nursery);
    stint_channel_release(never);
    return 0;
}

int64_t budgets(void *argument) {
    (void)argument;
    stint_budget left = STINT_BUDGET;
    stint_budget pool = STINT_BUDGET;
    stint_budget child = STINT_BUDGET;
    CHECK(stint_budget_left(&left) == STINT_OK);
    uint64_t before = left.ops;
    CHECK(stint_checkpoint(100) == STINT_OK);
    CHECK(stint_budget_left(&left) == STINT_OK && left.ops == before - 100);
    stint_budget cost = STINT_BUDGET;
    cost.ops = 5;
    cost.memory = 1000;
    uint64_t memory = left.memory;
    CHECK(stint_charge(&cost) == STINT_OK);
    CHECK(stint_budget_left(&left) == STINT_OK);
    CHECK(left.ops == before - 105 && left.memory == memory - 1000);
    Budget narrow = janus_budget_get_current();
    CHECK(narrow.size == sizeof narrow && narrow.ops == (uint32_t)left.ops);
    CHECK(narrow.memory == left.memory);
    CHECK(janus_budget_decrement(10) == STINT_OK && janus_budget_check() == STINT_OK);
    CHECK(janus_budget_get_current().ops == narrow.ops - 11);
    cost = (stint_budget)STINT_BUDGET;
    cost.spawns = 1;
    CHECK(stint_charge(&cost) == STINT_BAD_ARGUMENT); /* spawns are paid by spawning */

    pool.ops = 1000;
    pool.channel_ops = 10;
    child.ops = 300;
    stint_nursery_config config = STINT_NURSERY_CONFIG;
    config.pool = &pool;
    config.child = &child;
    stint_nursery *nursery = stint_nursery_open(&config);
    CHECK(nursery != NULL);
    CHECK(stint_spawn(nursery, number, NULL) == NULL); /* the pool holds no spawns */
    CHECK(stint_nursery_close(nursery) == STINT_OK);
    return 0;
}

static int64_t spends(void *argument) { return stint_checkpoint((int64_t)(intptr_t)argument); }

int64_t receipts(void *argument) {
    (void)argument;
    stint_budget spent = STINT_BUDGET;
    Nursery *nursery = janus_nursery_create();
    Task *task = janus_nursery_spawn(nursery, spends, (void *)777);
    stint_channel *never = stint_channel_open(0);
    Task *pending = janus_nursery_spawn(nursery, waits, never);
    CHECK(stint_task_await(task, NULL) == STINT_OK);
    CHECK(stint_task_receipt(task, &spent) == STINT_OK && spent.ops == 777);
    CHECK(stint_task_receipt(task, NULL) == STINT_BAD_STRUCT);
    CHECK(stint_task_receipt(pending, &spent) == STINT_PENDING);
    CHECK(stint_task_release(task) == STINT_OK);
    CHECK(stint_task_receipt(task, &spent) == STINT_BAD_HANDLE);
    janus_nursery_destroy(nursery);
    stint_channel_release(never);
    return 0;
}

static int64_t sends_one(void *argument) {
    return stint_channel_send(argument, 5, STINT_FOR_EVER);
}

int64_t selects(void *argument) {
    (void)argument;
    stint_channel *in = stint_channel_open(0);
    stint_channel *out = stint_channel_open(1);
    stint_case cases[2] = {{sizeof(stint_case), STINT_RECEIVE, in, 0, -1, 0},
                           {sizeof(stint_case), STINT_SEND, out, 9, -1, 0}};
    CHECK(stint_select(cases, 2, STINT_FOR_EVER) == 1 && cases[1].code == STINT_OK);
    CHECK(stint_channel_length(out) == 1);
    CHECK(stint_select(cases, 2, 0) == STINT_WOULD_WAIT);
    CHECK(stint_select(cases, 2, 1000) == STINT_TIMED_OUT);
    Nursery *nursery = janus_nursery_create();
    CHECK(janus_nursery_spawn(nursery, sends_one, in) != NULL);
    CHECK(stint_select(cases, 2, STINT_FOR_EVER) == 0);
    CHECK(cases[0].code == STINT_OK && cases[0].value == 5);
    CHECK(stint_nursery_close(nursery) == STINT_OK);
    stint_channel_release(in);
    stint_channel_release(out);
    return 0;
}

int64_t identities(void *argument) {
    (void)argument;
    CHECK(stint_task_id() > 0);
    int64_t before = stint_now();
    CHECK(stint_sleep(1000000) == STINT_OK);
    CHECK(stint_now() >= before + 1000000);
    Nursery *nursery = janus_nursery_create();
    CHECK(janus_nursery_spawn(nursery, naps, (void *)1000) != NULL);
    CHECK(janus_scheduler_yield() == STINT_OK);
    CHECK(janus_nursery_await(nursery).kind == STINT_SUCCESS);
    janus_nursery_destroy(nursery);
    return 0;
}

/* Spawned with the right to have at most 1000 operations more. */
int64_t recharges(void *argument) {
    (void)argument;
    stint_budget left = STINT_BUDGET;
    CHECK(stint_rights() == STINT_RIGHT_BUDGET);
    CHECK(stint_budget_left(&left) == STINT_OK);
    uint64_t before = left.ops;
    Budget amount = JANUS_BUDGET;
    amount.ops = 600;
    CHECK(janus_budget_recharge(amount) == STINT_OK);
    CHECK(stint_budget_left(&left) == STINT_OK && left.ops >= before + 590);
    before = left.ops;
    CHECK(janus_budget_recharge(amount) == STINT_REFUSED); /* beyond the right: not cut to fit */
    CHECK(stint_budget_left(&left) == STINT_OK && left.ops <= before);
    return 0;
}

/* A bomb of spawns: as many as it can, and then it hears of it. */
static int64_t nothing(void *argument) {
    (void)argument;
    return 0;
}

int64_t spawn_bomb(void *argument) {
    (void)argument;
    stint_budget pool = STINT_BUDGET;
    pool.ops = 100000;
    pool.spawns = 50;
    stint_budget child = STINT_BUDGET;
    child.ops = 10;
    stint_nursery_config config = STINT_NURSERY_CONFIG;
    config.pool = &pool;
    config.child = &child;
    stint_nursery *nursery = stint_nursery_open(&config);
    CHECK(nursery != NULL);
    int64_t count = 0;
    int code;
    while ((code = janus_scheduler_spawn((void *)nothing, NULL)) == STINT_OK) {
        CHECK(++count <= 50);
    }
    CHECK(code == STINT_NO_SPAWNS);
    CHECK(count == 50);
    CHECK(stint_nursery_close(nursery) == STINT_OK);
    return 0;
}

/* A fork of errors: every task opens a nursery, both children fail in the same way, and so does it. */
static int64_t forks(void *argument) {
    int64_t depth = (int64_t)(intptr_t)argument;
    if (depth == 0) {
        return -7;
    }
    stint_nursery *nursery = stint_nursery_open(NULL);
    stint_nursery_result result = {sizeof result, 9, 9, 9};
    stint_spawn(nursery, forks, (void *)(intptr_t)(depth - 1));
    stint_spawn(nursery, forks, (void *)(intptr_t)(depth - 1)); /* perhaps too late: one has failed */
    int code = stint_nursery_await(nursery, &result);
    stint_nursery_close(nursery);
    return code == STINT_CHILD_FAILED ? result.error_code : code;
}

int64_t fork_of_errors(void *argument) {
    (void)argument;
    stint_nursery_config config = STINT_NURSERY_CONFIG;
    config.keep_on_error = 1;
    stint_nursery *nursery = stint_nursery_open(&config);
    stint_task *good = stint_spawn(nursery, naps, (void *)1000000);
    stint_task *bad = stint_spawn(nursery, forks, (void *)6);
    int64_t value = 0;
    CHECK(stint_task_await(bad, &value) == STINT_CHILD_FAILED && value == -7);
    CHECK(stint_task_await(good, &value) == STINT_OK);
    stint_nursery_result result = {sizeof result, 9, 9, 9};
    CHECK(stint_nursery_await(nursery, &result) == STINT_CHILD_FAILED && result.error_code == -7);
    CHECK(stint_nursery_close(nursery) == STINT_OK);
    CHECK(stint_is_cancelled() == 0);
    return 0;
}

static volatile int64_t deepest;

__attribute__((noinline)) static int64_t recurses(void *argument) {
    volatile char frame[500];
    frame[0] = (char)(intptr_t)argument;
    int64_t below = deepest < 1000000000 ? recurses((void *)frame) : 0;
    deepest++;
    return below + frame[0];
}

int64_t stack_bomb(void *argument) {
    (void)argument;
    int64_t value = 0;
    char text[500];
    stint_nursery_config config = STINT_NURSERY_CONFIG;
    config.keep_on_error = 1;
    stint_nursery *nursery = stint_nursery_open(&config);
    stint_task *good = stint_spawn(nursery, naps, (void *)1000000);
    stint_task *bad = stint_spawn(nursery, recurses, NULL);
    CHECK(stint_task_await(bad, &value) == STINT_CHILD_FAILED && value == STINT_STACK_OVERFLOW);
    CHECK(stint_last_error(text, sizeof text) > 0 && strstr(text, "8192 bytes of stack") != NULL);
    CHECK(stint_task_await(good, &value) == STINT_OK);
    CHECK(stint_nursery_close(nursery) == STINT_CHILD_FAILED);
    return 0;
}
