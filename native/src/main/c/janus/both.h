/* Both headers, though they declare three functions differently. */
#ifndef JANUS_BOTH_H
#define JANUS_BOTH_H

#define STINT_NO_SHORT_NAMES
#define janus_nursery_create stint_spec_nursery_create
#define janus_nursery_spawn stint_spec_nursery_spawn
#define janus_scheduler_shutdown stint_spec_scheduler_shutdown
/* Of these three only stint_scheduler_shutdown is called here, under its other name. */
#include "stint.h"
#undef janus_nursery_create
#undef janus_nursery_spawn
#undef janus_scheduler_shutdown

#include "janus_rt.h"

#define EXPORT __attribute__((visibility("default")))

#endif
