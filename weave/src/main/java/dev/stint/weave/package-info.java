/**
 * The API of the weaver, which adds metering to class files and decides which of them a tenant may
 * load. {@link dev.stint.weave.Weaver} weaves one class, {@link dev.stint.weave.JarWeaver} a jar,
 * {@link dev.stint.weave.MeteredClassLoader} what a tenant loads; {@link dev.stint.weave.Surface}
 * says what woven code may use.
 */
@org.jspecify.annotations.NullMarked
package dev.stint.weave;
