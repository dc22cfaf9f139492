/* Schedulers for C programs: in the JVM of the process, or in one that is started for it. */
#define _GNU_SOURCE
#include "stint.h"

#include "ground.h"

#include <dlfcn.h>
#include <glob.h>
#include <jni.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WANTED "25"
#define LONGEST 4096

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char why[LONGEST + 256] =
    "there is no runtime: call janus_scheduler_create first."; /* there is no runtime; guarded by the lock */

static int fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    return -1;
}

int64_t stint_launch_error(char *buffer, size_t size) {
    pthread_mutex_lock(&lock);
    int64_t length = snprintf(buffer, size, "%s", why);
    pthread_mutex_unlock(&lock);
    return length;
}

/* ---- which JVM */

/* True if a folder holds a JDK of the wanted version; then libjvm is its library. */
static int is_wanted(const char *home, char *libjvm) {
    char path[LONGEST];
    char line[256];
    int found = 0;
    snprintf(path, sizeof path, "%s/release", home);
    FILE *release = fopen(path, "r");
    if (release == NULL) {
        return 0;
    }
    while (fgets(line, sizeof line, release) != NULL) {
        found |= strncmp(line, "JAVA_VERSION=\"" WANTED, 14 + strlen(WANTED)) == 0
                 && strchr("\".+-", line[14 + strlen(WANTED)]) != NULL;
    }
    fclose(release);
    snprintf(libjvm, LONGEST, "%s/lib/server/libjvm.so", home);
    FILE *library = found ? fopen(libjvm, "r") : NULL;
    if (library == NULL) {
        return 0;
    }
    fclose(library);
    return 1;
}

static int find_jvm(const char *named, char *libjvm) {
    if (named != NULL) {
        return is_wanted(named, libjvm)
                   ? 0
                   : fail("no scheduler could be created: java_home names no JDK " WANTED ": %s", named);
    }
    const char *variables[] = {"STINT_JAVA_HOME", "JAVA_HOME"};
    for (size_t i = 0; i < 2; i++) {
        const char *home = getenv(variables[i]);
        if (home != NULL && is_wanted(home, libjvm)) {
            return 0;
        }
    }
    const char *places[] = {"/usr/lib/jvm/*", "/opt/*"};
    for (size_t i = 0; i < 2; i++) {
        glob_t homes;
        int found = 0;
        if (glob(places[i], 0, NULL, &homes) == 0) {
            for (size_t j = 0; j < homes.gl_pathc && !found; j++) {
                found = is_wanted(homes.gl_pathv[j], libjvm);
            }
            globfree(&homes);
        }
        if (found) {
            return 0;
        }
    }
    return fail("no scheduler could be created: there is no JDK " WANTED " in STINT_JAVA_HOME, JAVA_HOME,"
                " /usr/lib/jvm or /opt. Install one, or name it: STINT_JAVA_HOME=/path/to/jdk-" WANTED);
}

/* ---- its class path */

/* This library as a file. */
static const char *own_path(void) {
    Dl_info info;
    return dladdr((void *)(uintptr_t)stint_launch_error, &info) != 0 ? info.dli_fname : "";
}

static int find_classes(const char *named, char *classes) {
    const char *given = named != NULL ? named : getenv("STINT_CLASS_PATH");
    if (given != NULL) {
        if (snprintf(classes, LONGEST, "%s", given) >= LONGEST) {
            return fail("no scheduler could be created: the class path is too long");
        }
        return 0;
    }
    char pattern[LONGEST];
    char folder[LONGEST];
    snprintf(folder, sizeof folder, "%s", own_path());
    char *end = strrchr(folder, '/');
    *(end == NULL ? folder : end) = 0;
    if (snprintf(pattern, sizeof pattern, "%s/../share/stint/*.jar", folder) >= LONGEST) {
        return fail("no scheduler could be created: the path of the library is too long");
    }
    glob_t jars;
    if (glob(pattern, 0, NULL, &jars) != 0) {
        return fail("no scheduler could be created: there are no jars of Stint in %s/../share/stint. Install"
                    " them there, or name them: STINT_CLASS_PATH=a.jar:b.jar",
                    folder);
    }
    size_t length = 0;
    for (size_t i = 0; i < jars.gl_pathc && length < LONGEST; i++) {
        length += (size_t)snprintf(classes + length, LONGEST - length, "%s%s", i == 0 ? "" : ":", jars.gl_pathv[i]);
    }
    globfree(&jars);
    return length < LONGEST ? 0 : fail("no scheduler could be created: the class path is too long");
}

/* ---- starting it */

typedef jint (*create_jvm)(JavaVM **, void **, void *);
typedef jint (*created_jvms)(JavaVM **, jsize, jsize *);

static void *function(void *library, const char *name) { return dlsym(library, name); }

static int start_jvm(const janus_scheduler_config *config, JNIEnv **env) {
    char libjvm[LONGEST];
    char classes[LONGEST];
    if (find_jvm(config->java_home, libjvm) != 0 || find_classes(config->class_path, classes) != 0) {
        return -1;
    }
    void *library = dlopen(libjvm, RTLD_NOW | RTLD_GLOBAL);
    create_jvm create = NULL;
    if (library != NULL) {
        void *found = function(library, "JNI_CreateJavaVM");
        memcpy(&create, &found, sizeof create);
    }
    if (create == NULL) {
        return fail("no scheduler could be created: %s cannot be loaded: %s", libjvm, dlerror());
    }
    static char class_path[LONGEST + 32];
    static char own[LONGEST + 32];
    snprintf(class_path, sizeof class_path, "-Djava.class.path=%s", classes);
    snprintf(own, sizeof own, "-Dstint.native.library=%s", own_path());
    JavaVMOption options[] = {
        {class_path, NULL},
        {own, NULL},
        {"--enable-native-access=ALL-UNNAMED", NULL},
        {"--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED", NULL},
        {"--add-exports=java.base/jdk.internal.access=ALL-UNNAMED", NULL},
        {"--add-opens=java.base/java.lang=ALL-UNNAMED", NULL},
    };
    JavaVMInitArgs arguments = {JNI_VERSION_21, (jint)(sizeof options / sizeof options[0]), options, JNI_FALSE};
    JavaVM *jvm;
    jint code = create(&jvm, (void **)env, &arguments);
    return code == JNI_OK ? 0 : fail("no scheduler could be created: the JVM of %s does not start (%d)", libjvm, (int)code);
}

/* The JVM of this process, the calling thread attached; 1 if there is none. */
static int join_jvm(JNIEnv **env) {
    created_jvms created = NULL;
    void *found = function(RTLD_DEFAULT, "JNI_GetCreatedJavaVMs");
    memcpy(&created, &found, sizeof created);
    JavaVM *jvm;
    jsize count = 0;
    if (created == NULL || created(&jvm, 1, &count) != JNI_OK || count == 0) {
        return 1;
    }
    return (*jvm)->AttachCurrentThreadAsDaemon(jvm, (void **)env, NULL) == JNI_OK
               ? 0
               : fail("no scheduler could be created: the thread cannot be attached to the JVM");
}

/* Has Java load this library, which sets how threads outside ask. */
static int boot(JNIEnv *env) {
    jclass class = (*env)->FindClass(env, "dev/stint/nativecode/internal/Boot");
    jmethodID start = class == NULL ? NULL : (*env)->GetStaticMethodID(env, class, "start", "()Ljava/lang/String;");
    if (start == NULL) {
        (*env)->ExceptionClear(env);
        return fail("no scheduler could be created: the class path has no Stint with the module native");
    }
    jstring failed = (jstring)(*env)->CallStaticObjectMethod(env, class, start);
    if ((*env)->ExceptionCheck(env)) {
        (*env)->ExceptionDescribe(env);
        (*env)->ExceptionClear(env);
        return fail("no scheduler could be created: Stint does not start");
    }
    if (failed == NULL) {
        return 0;
    }
    const char *text = (*env)->GetStringUTFChars(env, failed, NULL);
    fail("no scheduler could be created: %s", text == NULL ? "" : text);
    if (text != NULL) {
        (*env)->ReleaseStringUTFChars(env, failed, text);
    }
    return -1;
}

static int launch(const janus_scheduler_config *config) {
    JNIEnv *env = NULL;
    pthread_mutex_lock(&lock);
    int code = 0;
    if (!stint_has_outside()) {
        code = join_jvm(&env);
        if (code == 1) {
            code = start_jvm(config, &env);
        }
        if (code == 0) {
            code = boot(env);
        }
    }
    pthread_mutex_unlock(&lock);
    return code;
}

EXPORT void *janus_scheduler_create(janus_scheduler_config config) {
    if (config.size != sizeof config) {
        pthread_mutex_lock(&lock);
        fail("no scheduler could be created: a janus_scheduler_config says that its size is %u, and it is %zu."
             " Begin it with JANUS_SCHEDULER_CONFIG.",
             config.size, sizeof config);
        pthread_mutex_unlock(&lock);
        return NULL;
    }
    if (stint_current() == NULL && launch(&config) != 0) {
        return NULL;
    }
    struct request request = {.kind = SCHEDULER_OPEN,
                              .argument = {config.worker_count, (int64_t)config.deterministic_seed}};
    stint_ask(&request);
    return request.result <= 0 ? NULL : (void *)(uintptr_t)request.result;
}

EXPORT void janus_scheduler_shutdown(void *scheduler) { stint_scheduler_shutdown(scheduler); }

EXPORT void stint_scheduler_shutdown(void *scheduler) {
    struct request request = {.kind = SCHEDULER_CLOSE, .argument = {(int64_t)(uintptr_t)scheduler}};
    stint_ask(&request);
}
