/** The library of scripts: lists, maps, and functions of texts, numbers, time and JSON. */
@NullMarked
package dev.stint.language.internal.std;

import org.jspecify.annotations.NullMarked;
