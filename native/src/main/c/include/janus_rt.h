/*
 * janus_rt.h - the functions that objects made by the public Janus compiler call, on Stint.
 *
 * Link with libjanus_rt.so, which needs libstint.so. Some names mean something else there: a program
 * is written against this header or against the functions janus_* of stint.h, not both. stint_* can
 * be used beside it.
 *
 * The nursery is implicit: the innermost one that the calling task or thread has created and not
 * awaited. Every function but janus_rt_* and janus_scheduler_* may be called from tasks and threads.
 */
#ifndef JANUS_RT_H
#define JANUS_RT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 0 or more for success, less for an error. */
typedef int64_t (*janus_task_fn)(void *argument);
typedef int64_t (*janus_noarg_task_fn)(void);

/* ---- the runtime: one, with one scheduler */

typedef struct janus_rt_config {
    uint32_t worker_count;       /* 0: one per processor */
    uint64_t deterministic_seed; /* 0: none */
} janus_rt_config;

/* 0; -1 if it runs already or does not start: stint_last_error says why. */
int32_t janus_rt_init(janus_rt_config config);
int32_t janus_rt_init_default(void);
void janus_rt_shutdown(void);
bool janus_rt_is_running(void);
int32_t janus_scheduler_init(uint32_t workers);
void janus_scheduler_shutdown(void);
/* How many tasks were started. */
uint64_t janus_scheduler_stats(void);

/* ---- the innermost nursery */

typedef struct janus_cancel_token janus_cancel_token;

/* NULL if there is no runtime. */
void *janus_nursery_create(void);
/* 0 or -1. */
int32_t janus_nursery_spawn(janus_task_fn function, void *argument);
int32_t janus_nursery_spawn_noarg(janus_noarg_task_fn function);
/* Waits for all and ends it: 0, the code of the first child that failed, -2 if it was cancelled, or
 * if there is none. */
int64_t janus_nursery_await_all(void);
/* How many tasks were started in it; 0 if there is none. */
int32_t janus_nursery_task_count(void);
/* Its token, valid as long as it is; NULL if there is none. */
janus_cancel_token *janus_nursery_get_token(void);
/* True also if there is none. */
bool janus_nursery_is_cancelled(void);
void janus_nursery_cancel(void);

/* ---- cancel tokens: flags that tasks look at. NULL counts as cancelled. */

janus_cancel_token *janus_cancel_token_create(void);
/* Cancelled with its parent, which must live as long; NULL for a NULL parent. */
janus_cancel_token *janus_cancel_token_child(janus_cancel_token *parent);
bool janus_cancel_token_is_cancelled(janus_cancel_token *token);
void janus_cancel_token_cancel(janus_cancel_token *token);
/* Why it is cancelled; 0 if it is not. Other reasons than these may be given, of more than 0. */
enum janus_cancel_reason { JANUS_EXPLICIT = 1, JANUS_BY_PARENT = 2, JANUS_TIMEOUT = 3 };
int32_t janus_cancel_token_reason(janus_cancel_token *token);
void janus_cancel_token_cancel_for(janus_cancel_token *token, int32_t reason);
/* Has a function called once when it is cancelled, by whoever cancels; at once if it is already. 0, or -1 for NULL and
 * for tokens of nurseries and below those, which call nobody. */
int32_t janus_cancel_token_on_cancel(janus_cancel_token *token, void (*function)(void *), void *context);
void janus_cancel_token_destroy(janus_cancel_token *token);

/* ---- channels of numbers. NULL counts as closed. */

void *janus_channel_create_i64(int32_t capacity);
void janus_channel_destroy_i64(void *channel);
/* 0 or -1. */
int32_t janus_channel_send_i64(void *channel, int64_t value);
/* INT64_MIN with *error = -1 if there is none to come; error may be NULL. */
int64_t janus_channel_recv_i64(void *channel, int32_t *error);
/* 1 done, 0 it would wait, -1 closed. */
int32_t janus_channel_try_send_i64(void *channel, int64_t value);
int32_t janus_channel_try_recv_i64(void *channel, int64_t *value);
void janus_channel_close_i64(void *channel);
int32_t janus_channel_is_closed_i64(void *channel);
int32_t janus_channel_len_i64(void *channel);

/* ---- select: cases are added, in order; wait returns the index of the one that was done, or -1 */

void *janus_select_create(void);
void janus_select_destroy(void *select);
/* The index of the new case, or -1. */
int32_t janus_select_add_recv(void *select, void *channel);
int32_t janus_select_add_send(void *select, void *channel, int64_t value);
int32_t janus_select_add_timeout(void *select, uint64_t milliseconds);
int32_t janus_select_add_default(void *select);
int32_t janus_select_wait(void *select);
/* What the last wait has received. */
int64_t janus_select_get_recv_value(void *select);

#ifdef __cplusplus
}
#endif

#endif
