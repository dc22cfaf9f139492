/* Tasks that live for a day of the scheduler's clock. */
#include "stint.h"

struct clock {
    stint_channel *out;
    int64_t period;
    int64_t until;
};

/* Sends its period at the end of each; returns how often. */
int64_t ticks(void *argument) {
    struct clock *clock = argument;
    int64_t sent = 0;
    while (stint_now() + clock->period <= clock->until) {
        int code = stint_sleep(clock->period);
        if (code == STINT_OK) {
            code = stint_channel_send(clock->out, clock->period, STINT_FOR_EVER);
        }
        if (code != STINT_OK) {
            return code;
        }
        sent++;
    }
    return sent;
}

/* Adds what it receives until the channel is closed. */
int64_t adds(void *channel) {
    int64_t sum = 0;
    int64_t value = 0;
    int code;
    while ((code = stint_channel_receive(channel, &value, STINT_FOR_EVER)) == STINT_OK) {
        sum += value;
    }
    return code == STINT_CLOSED ? sum : code;
}
