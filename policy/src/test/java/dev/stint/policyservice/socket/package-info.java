@NullMarked
package dev.stint.policyservice.socket;

import org.jspecify.annotations.NullMarked;
