@NullMarked
package dev.stint.policyservice.file;

import org.jspecify.annotations.NullMarked;
