/* What the benchmark `native` runs as tasks. */
#include "stint.h"

#include <stdatomic.h>

/* For a downcall without Stint. */
int64_t nothing(int64_t number) { return number; }

int64_t empty(void *argument) { return (int64_t)(intptr_t)argument; }

/* Gives way so many times. */
int64_t yields(void *times) {
    for (int64_t left = (int64_t)(intptr_t)times; left > 0; left--) {
        stint_yield();
    }
    return 0;
}

/* Starts so many tasks in a nursery of its own, and waits for them. */
int64_t spawns(void *tasks) {
    stint_nursery *nursery = stint_nursery_open(NULL);
    for (int64_t left = (int64_t)(intptr_t)tasks; left > 0; left--) {
        int code = janus_scheduler_spawn(empty, NULL);
        if (code != STINT_OK) {
            return code;
        }
    }
    return stint_nursery_close(nursery);
}

struct table {
    int64_t trips;
    stint_channel *there;
    stint_channel *back;
};

static int64_t answers(void *argument) {
    struct table *table = argument;
    for (int64_t left = table->trips; left > 0; left--) {
        int64_t value = 0;
        int code = stint_channel_receive(table->there, &value, STINT_FOR_EVER);
        if (code == STINT_OK) {
            code = stint_channel_send(table->back, value + 1, STINT_FOR_EVER);
        }
        if (code != STINT_OK) {
            return code;
        }
    }
    return 0;
}

/* Hands a number over and back so many times; returns it, increased each time. */
int64_t round_trips(void *trips) {
    struct table table = {(int64_t)(intptr_t)trips, stint_channel_open(0), stint_channel_open(0)};
    stint_nursery *nursery = stint_nursery_open(NULL);
    stint_spawn(nursery, answers, &table);
    int64_t value = 0;
    int code = STINT_OK;
    for (int64_t left = table.trips; left > 0 && code == STINT_OK; left--) {
        code = stint_channel_send(table.there, value, STINT_FOR_EVER);
        if (code == STINT_OK) {
            code = stint_channel_receive(table.back, &value, STINT_FOR_EVER);
        }
    }
    int closed = stint_nursery_close(nursery);
    stint_channel_release(table.there);
    stint_channel_release(table.back);
    return code != STINT_OK ? code : closed != STINT_OK ? closed : value;
}

/* Shared with the benchmark. */
struct crowd {
    int64_t tasks;
    _Atomic int64_t parked;
    _Atomic int64_t over;
    stint_channel *channel;
};

static int64_t waits(void *argument) {
    struct crowd *crowd = argument;
    int64_t value = 0;
    atomic_fetch_add(&crowd->parked, 1);
    stint_channel_receive(crowd->channel, &value, STINT_FOR_EVER);
    return 0;
}

/* Has so many tasks wait until it is over. */
int64_t parks(void *argument) {
    struct crowd *crowd = argument;
    crowd->channel = stint_channel_open(0);
    stint_nursery *nursery = stint_nursery_open(NULL);
    for (int64_t left = crowd->tasks; left > 0; left--) {
        int code = janus_scheduler_spawn(waits, crowd);
        if (code != STINT_OK) {
            return code;
        }
    }
    while (!atomic_load(&crowd->over)) {
        stint_sleep(1000000);
    }
    stint_channel_close(crowd->channel);
    int closed = stint_nursery_close(nursery);
    stint_channel_release(crowd->channel);
    return closed;
}
