/* Says that its buffer is larger than it is. A sanitizer must see what the library then does. */
#include "stint.h"

#include <stdlib.h>

int main(void) {
    char *buffer = malloc(4);
    return (int)stint_last_error(buffer, 100);
}
