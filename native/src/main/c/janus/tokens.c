/*
 * The cancel tokens of janus_rt.h. The token of a nursery is the nursery's handle, with a bit that no pointer has; it
 * is asked each time. The others are a tree: one that is cancelled cancels those below it.
 */
#include "both.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define OF_NURSERY ((uintptr_t)1)

struct callback {
    struct callback *next;
    void (*function)(void *);
    void *context;
};

struct janus_cancel_token {
    janus_cancel_token *parent; /* perhaps that of a nursery */
    _Atomic int32_t reason;     /* 0: it is not cancelled. Changed with the lock held */
    /* all below is guarded by the lock */
    janus_cancel_token *children;
    janus_cancel_token *before, *after; /* of the same parent */
    struct callback *callbacks;
};

/* Never held over a callback, or a call that may switch. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static stint_nursery *nursery_of(janus_cancel_token *token) {
    uintptr_t bits = (uintptr_t)token;
    return (bits & OF_NURSERY) == 0 ? NULL : (stint_nursery *)(bits & ~OF_NURSERY);
}

EXPORT janus_cancel_token *janus_nursery_get_token(void) {
    stint_nursery *nursery = stint_nursery_current();
    return nursery == NULL ? NULL : (janus_cancel_token *)((uintptr_t)nursery | OF_NURSERY);
}

EXPORT janus_cancel_token *janus_cancel_token_create(void) { return calloc(1, sizeof(janus_cancel_token)); }

EXPORT janus_cancel_token *janus_cancel_token_child(janus_cancel_token *parent) {
    janus_cancel_token *child = parent == NULL ? NULL : janus_cancel_token_create();
    if (child == NULL) {
        return NULL;
    }
    child->parent = parent;
    if (nursery_of(parent) == NULL) {
        pthread_mutex_lock(&lock);
        if (atomic_load(&parent->reason) != 0) {
            atomic_store(&child->reason, JANUS_BY_PARENT);
        }
        child->after = parent->children;
        if (parent->children != NULL) {
            parent->children->before = child;
        }
        parent->children = child;
        pthread_mutex_unlock(&lock);
    }
    return child;
}

EXPORT int32_t janus_cancel_token_reason(janus_cancel_token *token) {
    for (int depth = 0; token != NULL; depth++) {
        stint_nursery *nursery = nursery_of(token);
        if (nursery != NULL) { /* an error: it has ended */
            return stint_nursery_is_cancelled(nursery) == 0 ? 0 : depth == 0 ? JANUS_EXPLICIT : JANUS_BY_PARENT;
        }
        int32_t reason = atomic_load(&token->reason);
        if (reason != 0) {
            return depth == 0 ? reason : JANUS_BY_PARENT;
        }
        if (token->parent == NULL) {
            return 0;
        }
        token = token->parent;
    }
    return JANUS_EXPLICIT; /* NULL */
}

EXPORT bool janus_cancel_token_is_cancelled(janus_cancel_token *token) {
    return janus_cancel_token_reason(token) != 0;
}

/* Cancels a token and all below it, and moves their callbacks to the front of a list. Lock held. */
static void cancel(janus_cancel_token *token, int32_t reason, struct callback **called) {
    if (atomic_load(&token->reason) != 0) {
        return; /* and so are all below */
    }
    atomic_store(&token->reason, reason);
    while (token->callbacks != NULL) {
        struct callback *it = token->callbacks;
        token->callbacks = it->next;
        it->next = *called;
        *called = it;
    }
    for (janus_cancel_token *child = token->children; child != NULL; child = child->after) {
        cancel(child, JANUS_BY_PARENT, called);
    }
}

static void call_all(struct callback *list) {
    while (list != NULL) {
        struct callback *it = list;
        list = it->next;
        it->function(it->context);
        free(it);
    }
}

EXPORT void janus_cancel_token_cancel_for(janus_cancel_token *token, int32_t reason) {
    stint_nursery *nursery = token == NULL ? NULL : nursery_of(token);
    if (nursery != NULL) {
        stint_nursery_cancel(nursery);
    } else if (token != NULL) {
        struct callback *called = NULL;
        pthread_mutex_lock(&lock);
        cancel(token, reason > 0 ? reason : JANUS_EXPLICIT, &called);
        pthread_mutex_unlock(&lock);
        call_all(called);
    }
}

EXPORT void janus_cancel_token_cancel(janus_cancel_token *token) {
    janus_cancel_token_cancel_for(token, JANUS_EXPLICIT);
}

/* True if a nursery is above: nobody would call. */
static bool is_below_nursery(janus_cancel_token *token) {
    while (token != NULL && nursery_of(token) == NULL) {
        token = token->parent;
    }
    return token != NULL;
}

EXPORT int32_t janus_cancel_token_on_cancel(janus_cancel_token *token, void (*function)(void *), void *context) {
    if (token == NULL || function == NULL || is_below_nursery(token)) {
        return -1;
    }
    struct callback *it = calloc(1, sizeof *it);
    if (it == NULL) {
        return -1;
    }
    it->function = function;
    it->context = context;
    pthread_mutex_lock(&lock);
    bool is_late = atomic_load(&token->reason) != 0;
    if (!is_late) {
        it->next = token->callbacks;
        token->callbacks = it;
    }
    pthread_mutex_unlock(&lock);
    if (is_late) {
        call_all(it);
    }
    return 0;
}

EXPORT void janus_cancel_token_destroy(janus_cancel_token *token) {
    if (token == NULL || nursery_of(token) != NULL) {
        return;
    }
    pthread_mutex_lock(&lock);
    if (token->before != NULL) {
        token->before->after = token->after;
    } else if (token->parent != NULL && nursery_of(token->parent) == NULL) {
        token->parent->children = token->after;
    }
    if (token->after != NULL) {
        token->after->before = token->before;
    }
    for (janus_cancel_token *child = token->children; child != NULL; child = child->after) {
        child->parent = NULL; /* which is against the rule; they live on by themselves */
    }
    pthread_mutex_unlock(&lock);
    while (token->callbacks != NULL) {
        struct callback *it = token->callbacks;
        token->callbacks = it->next;
        free(it);
    }
    free(token);
}
