@NullMarked
package dev.stint.policyservice.whatif;

import org.jspecify.annotations.NullMarked;
