/** What a JVM meets first. It says so if that JVM is too old, and calls the rest if it is not. */
package dev.stint.boot;
