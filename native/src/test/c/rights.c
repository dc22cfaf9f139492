/* Tasks under profile SOVEREIGN, which may do only what they have a right to. */
#include "stint.h"

#include <string.h>

#define CHECK(condition)                                                                               \
    do {                                                                                               \
        if (!(condition)) {                                                                            \
            return __LINE__;                                                                           \
        }                                                                                              \
    } while (0)

static int says(const char *part) {
    char error[300];
    stint_last_error(error, sizeof error);
    return strstr(error, part) != NULL;
}

static int64_t last(void *unused) {
    (void)unused;
    CHECK(stint_rights() == 0);
    stint_nursery *nursery = stint_nursery_open(NULL);
    CHECK(nursery != NULL);
    CHECK(stint_spawn(nursery, last, NULL) == NULL);
    CHECK(says("CapSpawn"));
    CHECK(janus_scheduler_spawn((void *)last, NULL) == STINT_REFUSED);
    CHECK(stint_spawn_with(nursery, last, NULL, STINT_RIGHT_SPAWN) == NULL);
    CHECK(says("does not hold"));
    CHECK(stint_nursery_close(nursery) == STINT_OK);
    return 0;
}

static int64_t middle(void *unused) {
    (void)unused;
    CHECK(stint_rights() == STINT_RIGHT_SPAWN);
    stint_nursery *nursery = stint_nursery_open(NULL);
    stint_task *task = stint_spawn(nursery, last, NULL);
    int64_t value = -1;
    CHECK(task != NULL);
    CHECK(stint_task_await(task, &value) == STINT_OK);
    CHECK(stint_nursery_close(nursery) == STINT_OK);
    return value;
}

/* Spawned with both rights. Returns 0, or the line of what is wrong. */
int64_t gives_rights(void *unused) {
    (void)unused;
    CHECK(stint_rights() == (STINT_RIGHT_SPAWN | STINT_RIGHT_BUDGET));
    stint_nursery *nursery = stint_nursery_open(NULL);
    CHECK(stint_spawn_with(nursery, middle, NULL, 4) == NULL);
    CHECK(says("a right that there is not"));
    stint_task *task = stint_spawn_with(nursery, middle, NULL, STINT_RIGHT_SPAWN);
    CHECK(task != NULL);
    int64_t value = -1;
    CHECK(stint_task_await(task, &value) == STINT_OK);
    CHECK(stint_nursery_close(nursery) == STINT_OK);
    return value;
}
