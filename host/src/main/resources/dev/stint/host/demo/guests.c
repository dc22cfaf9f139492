/* Tasks of the demo. Compiled with -fsanitize-coverage=trace-pc, each basic block pays. */
#include "stint.h"

int64_t endless(void *unused) {
    (void)unused;
    for (volatile int64_t count = 0;; count++) {
    }
}

static int64_t down(int64_t depth) {
    volatile char frame[256];
    frame[0] = (char)depth;
    return depth == 0 ? frame[0] : down(depth - 1) + frame[0];
}

int64_t deep(void *unused) {
    (void)unused;
    return down(1000000);
}

int64_t bomb(void *unused) {
    (void)unused;
    stint_nursery_config config = STINT_NURSERY_CONFIG;
    config.keep_on_error = 1;
    stint_nursery *nursery = stint_nursery_open(&config);
    for (int i = 0; i < 4; i++) {
        if (stint_spawn(nursery, bomb, NULL) == NULL) {
            break;
        }
    }
    stint_nursery_close(nursery);
    return 0;
}

static int64_t counts(void *channel) {
    for (int64_t i = 1; i <= 100; i++) {
        int code = stint_channel_send(channel, i, STINT_FOR_EVER);
        if (code != STINT_OK) {
            return code;
        }
    }
    return stint_channel_close(channel);
}

/* Adds what another task sends: 5050. */
int64_t adds(void *unused) {
    (void)unused;
    stint_channel *channel = stint_channel_open(8);
    stint_nursery *nursery = stint_nursery_open(NULL);
    stint_spawn(nursery, counts, channel);
    int64_t sum = 0;
    int64_t value = 0;
    while (stint_channel_receive(channel, &value, STINT_FOR_EVER) == STINT_OK) {
        sum += value;
    }
    int code = stint_nursery_close(nursery);
    stint_channel_release(channel);
    return code == STINT_OK ? sum : code;
}
