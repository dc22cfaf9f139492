@NullMarked
package dev.stint.testkit.config;

import org.jspecify.annotations.NullMarked;
