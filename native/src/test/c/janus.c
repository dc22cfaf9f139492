/* A C program against janus_rt.h, as the Janus compiler's objects are: each check by its name. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "janus_rt.h"

static int wrong;

#define CHECK(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            wrong++;                                                           \
            printf("line %d: not %s\n", __LINE__, #condition);                 \
        }                                                                      \
    } while (0)

/* ---- nurseries and tasks */

static atomic_int ran;

static int64_t without(void) {
    atomic_fetch_add(&ran, 1);
    return 0;
}

static int64_t with(void *argument) {
    atomic_fetch_add(&ran, *(int *)argument);
    return 42;
}

static int64_t fails(void) { return -42; }

/* It hears of the end, and returns well: an error would beat the cancellation. */
static int64_t waits_for(void *channel) {
    int32_t error = 0;
    janus_channel_recv_i64(channel, &error);
    return 0;
}

static void nurseries(void) {
    int two = 2;
    CHECK(janus_nursery_await_all() == -2); /* none counts as cancelled */
    CHECK(janus_nursery_is_cancelled());
    CHECK(janus_nursery_get_token() == NULL);
    CHECK(janus_nursery_task_count() == 0);
    CHECK(janus_nursery_spawn_noarg(without) == -1);

    CHECK(janus_nursery_create() != NULL);
    CHECK(!janus_nursery_is_cancelled());
    CHECK(janus_nursery_spawn_noarg(without) == 0);
    CHECK(janus_nursery_spawn(with, &two) == 0);
    CHECK(janus_nursery_spawn_noarg(NULL) == -1);
    CHECK(janus_nursery_spawn(NULL, NULL) == -1);
    CHECK(janus_nursery_task_count() == 2);
    CHECK(janus_nursery_await_all() == 0);
    CHECK(atomic_load(&ran) == 3);

    CHECK(janus_nursery_create() != NULL);
    CHECK(janus_nursery_spawn_noarg(fails) == 0);
    CHECK(janus_nursery_await_all() == -42);

    void *never = janus_channel_create_i64(0);
    CHECK(janus_nursery_create() != NULL);
    CHECK(janus_nursery_spawn(waits_for, never) == 0);
    janus_cancel_token *token = janus_nursery_get_token();
    CHECK(!janus_cancel_token_is_cancelled(token));
    janus_nursery_cancel();
    janus_nursery_cancel();
    CHECK(janus_cancel_token_is_cancelled(token));
    CHECK(janus_nursery_is_cancelled());
    CHECK(janus_nursery_spawn_noarg(without) == -1);
    CHECK(janus_nursery_await_all() == -2);
    CHECK(janus_cancel_token_is_cancelled(token)); /* its nursery is gone */
    janus_cancel_token_destroy(token);
    janus_channel_destroy_i64(never);
}

static int64_t outer(void) {
    CHECK(janus_nursery_create() != NULL);
    CHECK(janus_nursery_spawn_noarg(without) == 0);
    CHECK(janus_nursery_create() != NULL);
    CHECK(janus_nursery_task_count() == 0); /* the inner one */
    CHECK(janus_nursery_spawn_noarg(without) == 0);
    CHECK(janus_nursery_await_all() == 0);
    CHECK(janus_nursery_task_count() == 1); /* the outer one */
    return janus_nursery_await_all();
}

static void nested(void) {
    atomic_store(&ran, 0);
    CHECK(janus_nursery_create() != NULL);
    CHECK(janus_nursery_spawn_noarg(outer) == 0);
    CHECK(janus_nursery_await_all() == 0);
    CHECK(atomic_load(&ran) == 2);
}

/* ---- tokens */

static void tokens(void) {
    janus_cancel_token *parent = janus_cancel_token_create();
    janus_cancel_token *child = janus_cancel_token_child(parent);
    CHECK(!janus_cancel_token_is_cancelled(parent));
    CHECK(!janus_cancel_token_is_cancelled(child));
    for (int i = 0; i < 3; i++) {
        janus_cancel_token_cancel(parent);
        CHECK(janus_cancel_token_is_cancelled(parent));
    }
    CHECK(janus_cancel_token_is_cancelled(child));
    janus_cancel_token *late = janus_cancel_token_child(parent);
    CHECK(janus_cancel_token_is_cancelled(late));
    janus_cancel_token *lone = janus_cancel_token_create();
    janus_cancel_token *below = janus_cancel_token_child(lone);
    janus_cancel_token_cancel(below);
    CHECK(janus_cancel_token_is_cancelled(below) && !janus_cancel_token_is_cancelled(lone));
    CHECK(janus_cancel_token_reason(parent) == JANUS_EXPLICIT);
    CHECK(janus_cancel_token_reason(child) == JANUS_BY_PARENT);
    CHECK(janus_cancel_token_reason(late) == JANUS_BY_PARENT);
    CHECK(janus_cancel_token_reason(lone) == 0);
    janus_cancel_token_cancel_for(lone, JANUS_TIMEOUT);
    janus_cancel_token_cancel(lone);
    CHECK(janus_cancel_token_reason(lone) == JANUS_TIMEOUT); /* the first reason stays */
    CHECK(janus_cancel_token_is_cancelled(NULL));
    CHECK(janus_cancel_token_child(NULL) == NULL);
    janus_cancel_token_cancel(NULL);
    janus_cancel_token_destroy(NULL);
    janus_cancel_token_destroy(below);
    janus_cancel_token_destroy(lone);
    janus_cancel_token_destroy(late);
    janus_cancel_token_destroy(child);
    janus_cancel_token_destroy(parent);
}

static void counts(void *count) { ++*(int *)count; }

static void callbacks(void) {
    int called = 0;
    int never = 0;
    janus_cancel_token *parent = janus_cancel_token_create();
    janus_cancel_token *child = janus_cancel_token_child(parent);
    janus_cancel_token *gone = janus_cancel_token_child(parent);
    CHECK(janus_cancel_token_on_cancel(parent, counts, &called) == 0);
    CHECK(janus_cancel_token_on_cancel(child, counts, &called) == 0);
    CHECK(janus_cancel_token_on_cancel(child, counts, &called) == 0);
    CHECK(janus_cancel_token_on_cancel(gone, counts, &never) == 0);
    CHECK(janus_cancel_token_on_cancel(NULL, counts, &never) == -1);
    CHECK(janus_cancel_token_on_cancel(child, NULL, &never) == -1);
    janus_cancel_token_destroy(gone);
    CHECK(called == 0);
    janus_cancel_token_cancel(parent);
    CHECK(called == 3);
    janus_cancel_token_cancel(parent);
    janus_cancel_token_cancel(child);
    CHECK(called == 3);
    CHECK(janus_cancel_token_on_cancel(child, counts, &called) == 0);
    CHECK(called == 4); /* at once */
    CHECK(never == 0);
    janus_cancel_token_destroy(child);
    janus_cancel_token_destroy(parent);

    CHECK(janus_nursery_create() != NULL);
    janus_cancel_token *below = janus_cancel_token_child(janus_nursery_get_token());
    CHECK(janus_cancel_token_on_cancel(below, counts, &never) == -1);
    CHECK(janus_cancel_token_reason(below) == 0);
    janus_nursery_cancel();
    CHECK(janus_cancel_token_reason(below) == JANUS_BY_PARENT);
    CHECK(janus_cancel_token_reason(janus_nursery_get_token()) == JANUS_EXPLICIT);
    CHECK(janus_nursery_await_all() == -2);
    janus_cancel_token_destroy(below);
}

/* ---- channels */

static void channels(void) {
    int32_t error = 7;
    int64_t value = 0;
    void *one = janus_channel_create_i64(1);
    CHECK(one != NULL);
    CHECK(janus_channel_send_i64(one, 42) == 0);
    CHECK(janus_channel_recv_i64(one, &error) == 42 && error == 0);
    CHECK(janus_channel_try_send_i64(one, 100) == 1);
    CHECK(janus_channel_try_send_i64(one, 101) == 0);
    CHECK(janus_channel_try_recv_i64(one, &value) == 1 && value == 100);
    CHECK(janus_channel_try_recv_i64(one, &value) == 0);
    CHECK(janus_channel_is_closed_i64(one) == 0);
    janus_channel_close_i64(one);
    CHECK(janus_channel_is_closed_i64(one) == 1);
    CHECK(janus_channel_try_send_i64(one, 1) == -1);
    CHECK(janus_channel_try_recv_i64(one, &value) == -1);
    CHECK(janus_channel_send_i64(one, 1) == -1);
    CHECK(janus_channel_recv_i64(one, &error) == INT64_MIN && error == -1);
    CHECK(janus_channel_recv_i64(one, NULL) == INT64_MIN);
    janus_channel_destroy_i64(one);
    janus_channel_destroy_i64(one); /* given back: nothing happens */

    void *some = janus_channel_create_i64(4);
    CHECK(janus_channel_len_i64(some) == 0);
    janus_channel_send_i64(some, 100);
    janus_channel_send_i64(some, 200);
    CHECK(janus_channel_len_i64(some) == 2);
    janus_channel_close_i64(some);
    CHECK(janus_channel_recv_i64(some, &error) == 100 && error == 0);
    CHECK(janus_channel_recv_i64(some, &error) == 200 && error == 0);
    CHECK(janus_channel_recv_i64(some, &error) == INT64_MIN && error == -1);
    janus_channel_destroy_i64(some);

    CHECK(janus_channel_create_i64(-1) == NULL);
    CHECK(janus_channel_send_i64(NULL, 1) == -1);
    CHECK(janus_channel_try_send_i64(NULL, 1) == -1);
    CHECK(janus_channel_is_closed_i64(NULL) == 1);
    CHECK(janus_channel_len_i64(NULL) == 0);
    janus_channel_close_i64(NULL);
    janus_channel_destroy_i64(NULL);
}

/* ---- select */

static void selects(void) {
    void *a = janus_channel_create_i64(1);
    void *b = janus_channel_create_i64(1);
    void *select = janus_select_create();
    CHECK(janus_select_wait(select) == -1); /* nothing was added */
    CHECK(janus_select_add_recv(select, a) == 0);
    CHECK(janus_select_add_timeout(select, 1) == 1);
    CHECK(janus_select_add_timeout(select, 1) == -1);
    CHECK(janus_select_add_recv(select, b) == 2);
    CHECK(janus_select_add_recv(select, NULL) == -1);
    CHECK(janus_select_wait(select) == 1);
    janus_channel_send_i64(b, 7);
    CHECK(janus_select_wait(select) == 2 && janus_select_get_recv_value(select) == 7);
    CHECK(janus_select_add_default(select) == 3);
    CHECK(janus_select_wait(select) == 3);
    janus_select_destroy(select);

    select = janus_select_create();
    CHECK(janus_select_add_send(select, a, 5) == 0);
    CHECK(janus_select_wait(select) == 0);
    CHECK(janus_channel_len_i64(a) == 1);
    CHECK(janus_select_add_timeout(select, 0) == 1);
    CHECK(janus_select_wait(select) == 1); /* it is full now */
    janus_channel_close_i64(a);
    janus_select_destroy(select);

    select = janus_select_create();
    CHECK(janus_select_add_default(select) == 0);
    CHECK(janus_select_wait(select) == 0);
    janus_select_destroy(select);
    CHECK(janus_select_wait(NULL) == -1);
    janus_select_destroy(NULL);
    janus_channel_destroy_i64(a);
    janus_channel_destroy_i64(b);
}

static int64_t all_in_a_task(void) {
    nurseries();
    tokens();
    callbacks();
    channels();
    selects();
    return 0;
}

int main(void) {
    CHECK(!janus_rt_is_running());
    CHECK(janus_nursery_create() == NULL);
    janus_rt_config config = {2, 0};
    CHECK(janus_rt_init(config) == 0);
    CHECK(janus_rt_is_running());
    CHECK(janus_rt_init_default() == -1);
    CHECK(janus_scheduler_init(2) == -1);
    uint64_t before = janus_scheduler_stats();
    nurseries();
    CHECK(janus_scheduler_stats() == before + 4);
    nested();
    tokens();
    callbacks();
    channels();
    selects();
    atomic_store(&ran, 0);
    CHECK(janus_nursery_create() != NULL);
    CHECK(janus_nursery_spawn_noarg(all_in_a_task) == 0);
    CHECK(janus_nursery_await_all() == 0);
    janus_rt_shutdown();
    janus_rt_shutdown();
    CHECK(!janus_rt_is_running());
    CHECK(janus_scheduler_init(1) == 0); /* another one */
    janus_scheduler_shutdown();
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
