/* What Java asks of heap.c, from HeapCalls.java, which has the layouts, too. */
#ifndef STINT_HEAP_H
#define STINT_HEAP_H

#include <stddef.h>
#include <stdint.h>

/*
 * An age begins with each call of stint_heap_age. What was born in the last ages is counted apart: a collection that
 * was under way then may have passed it by.
 */
#define YOUNG_AGES 2

struct stint_heap_reading {
    double bytes;                     /* 0: of all that is not known to be dead */
    double square;                    /* 8: of the standard error of that */
    double young[YOUNG_AGES];         /* 16: how much of it was born in this age, and in the one before */
    double young_square[YOUNG_AGES];  /* 32 */
    int64_t samples;                  /* 48 */
};

struct stint_heap_class {
    double bytes;    /* 0 */
    int64_t objects; /* 8: so many samples */
    char name[240];  /* 16: as the JVM writes it, cut off if it is longer */
};

_Static_assert(sizeof(struct stint_heap_reading) == 56, "HeapCalls.java: READING");
_Static_assert(sizeof(struct stint_heap_class) == 256, "HeapCalls.java: CLASS");

/* Gets ready; 0, or what the JVM says against it (a jvmtiError). It samples nothing yet. */
int64_t stint_heap_start(void);

/* Samples an object each so many bytes, on average; 0: none. 0, or a jvmtiError. */
int64_t stint_heap_sample(int64_t bytes);

/* The word of the calling thread: the number of the account that its samples belong to, or 0. */
int64_t *stint_heap_word(void);

/* A number that was never given before; 0 if there is no memory. */
int64_t stint_heap_open(void);

/* What the account has, and will be said to have, is counted for nobody from now on. */
void stint_heap_close(int64_t number);

/* Begins another age, and returns it. */
int64_t stint_heap_age(void);

/* Takes off what collections so far have found dead. */
void stint_heap_sweep(int64_t number);

/* False if there is no such account. */
int64_t stint_heap_read(int64_t number, struct stint_heap_reading *reading);

/* The classes of what was born before an age, the largest first; how many were written. */
int64_t stint_heap_classes(int64_t number, int64_t born_before, struct stint_heap_class *to, int64_t most);

#endif
