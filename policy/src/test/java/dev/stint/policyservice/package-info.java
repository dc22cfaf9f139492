@NullMarked
package dev.stint.policyservice;

import org.jspecify.annotations.NullMarked;
