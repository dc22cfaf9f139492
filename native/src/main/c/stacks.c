/* Stacks: made in slabs, kept in pools, one for each size. */
#define _GNU_SOURCE
#include "ground.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102 /* Linux 6.13: a guard that splits no mapping */
#endif

#define SLAB (1024 * 1024)
#define CACHE 32

/* Mappings that are left to everybody else, where guards take theirs: a JVM without any ends. */
#define SPARED 10000

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct fiber *pool[CLASSES]; /* guarded by the lock */
static int64_t made;                /* guarded by the lock */
static int64_t heavy;               /* of those, with guards that take mappings; guarded by the lock */
static int light_guards = -1;       /* guarded by the lock; -1: not known yet */

/* Of the calling thread, of the smallest size. */
static __thread struct fiber *cache __attribute__((tls_model("initial-exec")));
static __thread int cached __attribute__((tls_model("initial-exec")));

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t has_cache;

/* A thread ends: what it has kept is for the others. */
static void give_back(void *last) {
    (void)last;
    pthread_mutex_lock(&lock);
    while (cache != NULL) {
        struct fiber *fiber = cache;
        cache = fiber->next;
        fiber->next = pool[0];
        pool[0] = fiber;
    }
    cached = 0;
    pthread_mutex_unlock(&lock);
}

static void make_key(void) { pthread_key_create(&has_cache, give_back); }

/* The calling thread begins to keep stacks. */
static void begin_cache(void) {
    pthread_once(&once, make_key);
    pthread_setspecific(has_cache, &lock); /* anything but NULL */
}

static int class_of(int64_t size) {
    int class = 0;
    while (class < CLASSES && ((int64_t)SMALLEST_STACK << class) < size) {
        class++;
    }
    return class;
}

/* True if the kernel itself may not read there. Emulators accept advice that they do not follow. */
static int is_guarded(const char *low) {
    int ends[2];
    if (pipe(ends) != 0) {
        return 0;
    }
    int refused = write(ends[1], low, 1) < 0 && errno == EFAULT;
    close(ends[0]);
    close(ends[1]);
    return refused;
}

/* How many guards may take two mappings each. Lock held. */
static int64_t most_heavy(void) {
    static int64_t most; /* 0: not known yet */
    if (most == 0) {
        long mappings = 65530;
        FILE *file = fopen("/proc/sys/vm/max_map_count", "re");
        if (file != NULL) {
            if (fscanf(file, "%ld", &mappings) != 1) {
                mappings = 65530;
            }
            fclose(file);
        }
        most = mappings > 2 * SPARED ? (mappings - SPARED) / 2 : mappings / 4;
    }
    return most;
}

/* Linux allows some 65,000 mappings, and a page that is protected makes two of one. */
static int guard(char *low) {
    if (light_guards != 0) {
        int done = madvise(low, GUARD, MADV_GUARD_INSTALL) == 0;
        if (light_guards < 0) {
            light_guards = done && is_guarded(low);
        }
        if (light_guards) {
            return done ? 0 : -1;
        }
    }
    if (heavy >= most_heavy()) {
        errno = ENOMEM;
        return -1;
    }
    int failed = mprotect(low, GUARD, PROT_NONE);
    heavy += !failed;
    return failed;
}

/* Fills the pool of a size; false with errno if there is nothing. Lock held. */
static int make(int class) {
    size_t stack = (size_t)SMALLEST_STACK << class;
    size_t slot = GUARD + stack;
    size_t count = slot >= SLAB ? 1 : SLAB / slot;
    char *slab = mmap(NULL, count * slot, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (slab == MAP_FAILED) {
        return 0;
    }
    size_t ready = 0;
    while (ready < count && guard(slab + ready * slot) == 0) {
        ready++;
    }
    if (ready < count) {
        int why = errno;
        munmap(slab + ready * slot, (count - ready) * slot);
        errno = why;
    }
    for (size_t i = ready; i > 0; i--) {
        char *low = slab + (i - 1) * slot + GUARD;
        struct fiber *fiber = (struct fiber *)(low + stack - ((sizeof(struct fiber) + 63) & ~(size_t)63));
        fiber->low = low;
        fiber->class = class;
        fiber->next = pool[class];
        pool[class] = fiber;
    }
    made += (int64_t)ready;
    return ready > 0;
}

struct fiber *stint_stack_take(int64_t size) {
    int class = class_of(size);
    if (class == CLASSES) {
        errno = EINVAL;
        return NULL;
    }
    if (class == 0 && cache != NULL) { /* which has begun */
        struct fiber *fiber = cache;
        cache = fiber->next;
        cached--;
        return fiber;
    }
    pthread_mutex_lock(&lock);
    struct fiber *fiber = pool[class];
    if (fiber == NULL && make(class)) {
        fiber = pool[class];
    }
    if (fiber != NULL) {
        pool[class] = fiber->next;
        if (class == 0 && pool[0] != NULL) {
            begin_cache();
        }
        while (class == 0 && cached < CACHE / 2 && pool[0] != NULL) {
            struct fiber *more = pool[0];
            pool[0] = more->next;
            more->next = cache;
            cache = more;
            cached++;
        }
    }
    pthread_mutex_unlock(&lock);
    return fiber;
}

void stint_stack_give(struct fiber *fiber) {
    if (fiber->class == 0 && cached < CACHE) {
        if (cached == 0) {
            begin_cache();
        }
        fiber->next = cache;
        cache = fiber;
        cached++;
        return;
    }
    pthread_mutex_lock(&lock);
    fiber->next = pool[fiber->class];
    pool[fiber->class] = fiber;
    while (fiber->class == 0 && cached > CACHE / 2) {
        struct fiber *more = cache;
        cache = more->next;
        cached--;
        more->next = pool[0];
        pool[0] = more;
    }
    pthread_mutex_unlock(&lock);
}

/* How many stacks there are, in use or not. */
EXPORT int64_t stint_stacks_made(void) {
    pthread_mutex_lock(&lock);
    int64_t count = made;
    pthread_mutex_unlock(&lock);
    return count;
}

/* 1 if guards split no mappings, so that only memory limits how many stacks there are. */
EXPORT int64_t stint_stacks_light(void) {
    pthread_mutex_lock(&lock);
    int known = light_guards;
    pthread_mutex_unlock(&lock);
    return known == 1;
}
