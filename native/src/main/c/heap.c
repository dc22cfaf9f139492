/*
 * What the tenants of this JVM keep alive, estimated from samples.
 *
 * The JVM hands over an object for each so many bytes that it allocates, on average (JVMTI, JEP 331). The word of
 * the calling carrier says whose it is. It gets a record with a weak reference to it, and counts for its size
 * divided by the chance that it was taken: so the sum is right on average, whatever the sizes. After a collection the
 * records are swept: those whose reference was cleared are taken away. The heap is never walked.
 *
 * Tags would need no sweep, since the JVM tells when an object with a tag has died. But it tells that some time after
 * the collection; to have it told at once (SetEventNotificationMode) stops the JVM for ever if its own thread is just
 * telling: JDK 25 waits for that thread where no safepoint can be reached.
 */
#include "heap.h"

#include "ground.h"

#include <dlfcn.h>
#include <jni.h>
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wstrict-prototypes" /* of the JDK's own */
#include <jvmti.h>
#pragma GCC diagnostic pop
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of objects, by estimate, and the square of the error of that. */
struct sum {
    double bytes;
    double square;
    int64_t samples;
};

/* One sampled object that is not known to be dead. */
struct record {
    struct record *before;
    struct record *after;
    jweak object;
    double bytes;
    double square;
    int64_t age; /* the age that it was born in */
};

/* Of one tenant. */
struct account {
    int64_t number;
    struct sum all;
    struct sum young[YOUNG_AGES]; /* of the last ages, by age modulo their count */
    struct record *first;
};

#define FEWEST_PLACES 64

/* Which account the samples of this thread belong to; 0: to none. Written by the thread itself. */
static __thread int64_t whose __attribute__((tls_model("initial-exec")));

static JavaVM *vm;
static jvmtiEnv *jvm;

/*
 * Held by whoever takes records away, or looks at their objects: Java threads, also over calls of the JVM. Carriers
 * never take it. Before the other one.
 */
static pthread_mutex_t sweeping = PTHREAD_MUTEX_INITIALIZER;

/* All below is guarded by it. It is never held over a call of the JVM. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct account **places; /* the account with number n is at n % place_count */
static int64_t place_count;
static int64_t account_count;
static int64_t last_number;
static int64_t now; /* the age */
static double interval = 512 * 1024;

/* ---- sums; with the lock */

static void add(struct sum *to, const struct record *record, int sign) {
    to->samples += sign;
    to->bytes += sign * record->bytes;
    to->square += sign * record->square;
    if (to->samples == 0) { /* what rounding has left */
        to->bytes = 0;
        to->square = 0;
    }
}

static void count(struct account *account, const struct record *record, int sign) {
    add(&account->all, record, sign);
    if (now - record->age < YOUNG_AGES) {
        add(&account->young[record->age % YOUNG_AGES], record, sign);
    }
}

static struct account *account_of(int64_t number) {
    struct account *found = number <= 0 || place_count == 0 ? NULL : places[number % place_count];
    return found != NULL && found->number == number ? found : NULL;
}

/* ---- what the JVM calls */

/* False if the account is gone. */
static int enter(struct record *record, int64_t number, double size) {
    pthread_mutex_lock(&lock);
    struct account *account = account_of(number);
    if (account != NULL) {
        double chance = -expm1(-size / interval);
        record->bytes = size / chance;
        record->square = record->bytes * record->bytes * (1 - chance);
        record->age = now;
        record->after = account->first;
        if (account->first != NULL) {
            account->first->before = record;
        }
        account->first = record;
        count(account, record, 1);
    }
    pthread_mutex_unlock(&lock);
    return account != NULL;
}

/* On the carrier, in the middle of an allocation. */
static void JNICALL on_sample(jvmtiEnv *env, JNIEnv *jni, jthread thread, jobject object, jclass type, jlong size) {
    (void)env, (void)thread, (void)type;
    int64_t number = whose;
    if (number == 0) {
        return;
    }
    struct record *record = calloc(1, sizeof *record);
    if (record == NULL) {
        return;
    }
    record->object = (*jni)->NewWeakGlobalRef(jni, object);
    if (record->object == NULL) {
        (*jni)->ExceptionClear(jni); /* there is no memory: a sample less */
        free(record);
    } else if (!enter(record, number, (double)size)) {
        (*jni)->DeleteWeakGlobalRef(jni, record->object);
        free(record);
    }
}

/* ---- what Java calls */

static JavaVM *this_jvm(void) {
    typedef jint(JNICALL * created)(JavaVM **, jsize, jsize *);
    created all = NULL;
    void *found = dlsym(RTLD_DEFAULT, "JNI_GetCreatedJavaVMs");
    memcpy(&all, &found, sizeof all);
    JavaVM *first = NULL;
    jsize there = 0;
    return all != NULL && all(&first, 1, &there) == JNI_OK && there == 1 ? first : NULL;
}

static jvmtiError listen(void) {
    jvmtiCapabilities needed;
    jvmtiEventCallbacks called;
    memset(&needed, 0, sizeof needed);
    memset(&called, 0, sizeof called);
    needed.can_generate_sampled_object_alloc_events = 1;
    called.SampledObjectAlloc = on_sample;
    jvmtiError error = (*jvm)->AddCapabilities(jvm, &needed);
    return error != JVMTI_ERROR_NONE ? error : (*jvm)->SetEventCallbacks(jvm, &called, sizeof called);
}

EXPORT int64_t stint_heap_start(void) {
    if (jvm != NULL) {
        return JVMTI_ERROR_NONE;
    }
    vm = this_jvm();
    if (vm == NULL || (*vm)->GetEnv(vm, (void **)&jvm, JVMTI_VERSION_11) != JNI_OK) {
        jvm = NULL;
        return JVMTI_ERROR_UNSUPPORTED_VERSION;
    }
    jvmtiError error = listen();
    if (error != JVMTI_ERROR_NONE) {
        (*jvm)->DisposeEnvironment(jvm);
        jvm = NULL;
    }
    return error;
}

/* Of the calling thread, which Java has called from. */
static JNIEnv *here(void) {
    JNIEnv *jni = NULL;
    (*vm)->GetEnv(vm, (void **)&jni, JNI_VERSION_10);
    return jni;
}

EXPORT int64_t stint_heap_sample(int64_t bytes) {
    if (bytes > 0) {
        jvmtiError error = (*jvm)->SetHeapSamplingInterval(jvm, (jint)bytes);
        if (error != JVMTI_ERROR_NONE) {
            return error;
        }
        pthread_mutex_lock(&lock);
        interval = (double)bytes;
        pthread_mutex_unlock(&lock);
    }
    jvmtiEventMode mode = bytes > 0 ? JVMTI_ENABLE : JVMTI_DISABLE;
    return (*jvm)->SetEventNotificationMode(jvm, mode, JVMTI_EVENT_SAMPLED_OBJECT_ALLOC, NULL);
}

EXPORT int64_t *stint_heap_word(void) {
    return &whose;
}

/* Doubles the places, if half of them are taken. False if there is no memory. */
static int has_room(void) {
    if (place_count > 2 * account_count) {
        return 1;
    }
    int64_t more = place_count == 0 ? FEWEST_PLACES : place_count * 2;
    struct account **larger = calloc((size_t)more, sizeof *larger);
    if (larger == NULL) {
        return 0;
    }
    for (int64_t i = 0; i < place_count; i++) {
        if (places[i] != NULL) {
            larger[places[i]->number % more] = places[i]; /* two of one place were so before */
        }
    }
    free(places);
    places = larger;
    place_count = more;
    return 1;
}

EXPORT int64_t stint_heap_open(void) {
    int64_t number = 0;
    struct account *account = calloc(1, sizeof *account);
    pthread_mutex_lock(&lock);
    if (account != NULL && has_room()) {
        do {
            number = ++last_number; /* one that nobody has had, and whose place is free */
        } while (places[number % place_count] != NULL);
        account->number = number;
        places[number % place_count] = account;
        account_count++;
    } else {
        free(account);
    }
    pthread_mutex_unlock(&lock);
    return number;
}

EXPORT void stint_heap_close(int64_t number) {
    JNIEnv *jni = here();
    pthread_mutex_lock(&sweeping);
    pthread_mutex_lock(&lock);
    struct account *account = account_of(number);
    if (account != NULL) {
        places[number % place_count] = NULL;
        account_count--;
    }
    pthread_mutex_unlock(&lock);
    struct record *next;
    for (struct record *r = account == NULL ? NULL : account->first; r != NULL; r = next) {
        next = r->after;
        (*jni)->DeleteWeakGlobalRef(jni, r->object);
        free(r);
    }
    free(account);
    pthread_mutex_unlock(&sweeping);
}

EXPORT int64_t stint_heap_age(void) {
    pthread_mutex_lock(&lock);
    now++;
    for (int64_t i = 0; i < place_count; i++) {
        if (places[i] != NULL) {
            memset(&places[i]->young[now % YOUNG_AGES], 0, sizeof places[i]->young[0]);
        }
    }
    int64_t age = now;
    pthread_mutex_unlock(&lock);
    return age;
}

/* The account, and its newest record; others may come before that one meanwhile. With the lock of sweeping. */
static struct account *begin(int64_t number, struct record **newest) {
    pthread_mutex_lock(&lock);
    struct account *account = account_of(number);
    *newest = account == NULL ? NULL : account->first;
    pthread_mutex_unlock(&lock);
    return account;
}

static void drop(struct account *account, struct record *record) {
    pthread_mutex_lock(&lock);
    count(account, record, -1);
    if (record->before == NULL) {
        account->first = record->after;
    } else {
        record->before->after = record->after;
    }
    if (record->after != NULL) {
        record->after->before = record->before;
    }
    pthread_mutex_unlock(&lock);
    free(record);
}

EXPORT void stint_heap_sweep(int64_t number) {
    JNIEnv *jni = here();
    struct record *next;
    pthread_mutex_lock(&sweeping);
    struct account *account = begin(number, &next);
    while (next != NULL) {
        struct record *record = next;
        next = record->after;
        if ((*jni)->IsSameObject(jni, record->object, NULL)) {
            (*jni)->DeleteWeakGlobalRef(jni, record->object);
            drop(account, record);
        }
    }
    pthread_mutex_unlock(&sweeping);
}

EXPORT int64_t stint_heap_read(int64_t number, struct stint_heap_reading *reading) {
    pthread_mutex_lock(&lock);
    struct account *account = account_of(number);
    int is_there = account != NULL;
    memset(reading, 0, sizeof *reading);
    if (is_there) {
        struct sum *all = &account->all;
        reading->bytes = all->bytes;
        reading->square = all->square;
        reading->samples = all->samples;
        for (int i = 0; i < YOUNG_AGES; i++) {
            reading->young[i] = account->young[(now + YOUNG_AGES - i) % YOUNG_AGES].bytes;
            reading->young_square[i] = account->young[(now + YOUNG_AGES - i) % YOUNG_AGES].square;
        }
    }
    pthread_mutex_unlock(&lock);
    return is_there;
}

/* ---- by class */

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct stint_heap_class *)a)->name, ((const struct stint_heap_class *)b)->name);
}

static int by_bytes(const void *a, const void *b) {
    double left = ((const struct stint_heap_class *)a)->bytes;
    double right = ((const struct stint_heap_class *)b)->bytes;
    return (left < right) - (left > right);
}

/* Writes the class of a sampled object; false if that is dead. */
static int describe(JNIEnv *jni, const struct record *record, struct stint_heap_class *to) {
    jobject object = (*jni)->NewLocalRef(jni, record->object);
    if (object == NULL) {
        return 0;
    }
    char *name = NULL;
    jclass type = (*jni)->GetObjectClass(jni, object);
    int is_known = (*jvm)->GetClassSignature(jvm, type, &name, NULL) == JVMTI_ERROR_NONE;
    if (is_known) {
        memset(to, 0, sizeof *to);
        strncpy(to->name, name, sizeof to->name - 1);
        to->bytes = record->bytes;
        to->objects = 1;
        (*jvm)->Deallocate(jvm, (unsigned char *)name);
    }
    (*jni)->DeleteLocalRef(jni, type);
    (*jni)->DeleteLocalRef(jni, object);
    return is_known;
}

static int64_t merge(struct stint_heap_class *all, int64_t length) {
    int64_t last = -1;
    qsort(all, (size_t)length, sizeof *all, by_name);
    for (int64_t i = 0; i < length; i++) {
        if (last >= 0 && strcmp(all[last].name, all[i].name) == 0) {
            all[last].bytes += all[i].bytes;
            all[last].objects += all[i].objects;
        } else {
            all[++last] = all[i];
        }
    }
    qsort(all, (size_t)(last + 1), sizeof *all, by_bytes);
    return last + 1;
}

EXPORT int64_t stint_heap_classes(int64_t number, int64_t born_before, struct stint_heap_class *to, int64_t most) {
    JNIEnv *jni = here();
    struct record *newest;
    int64_t length = 0;
    pthread_mutex_lock(&sweeping);
    struct account *account = begin(number, &newest);
    int64_t samples = 0;
    for (struct record *r = newest; r != NULL; r = r->after) {
        samples++;
    }
    struct stint_heap_class *all = account == NULL || samples == 0 ? NULL : calloc((size_t)samples, sizeof *all);
    for (struct record *r = newest; all != NULL && r != NULL; r = r->after) {
        length += r->age < born_before && describe(jni, r, &all[length]);
    }
    pthread_mutex_unlock(&sweeping);
    length = all == NULL ? 0 : merge(all, length);
    length = length < most ? length : most;
    if (length > 0) {
        memcpy(to, all, (size_t)length * sizeof *to);
    }
    free(all);
    return length;
}
