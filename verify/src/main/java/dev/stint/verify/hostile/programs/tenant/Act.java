package dev.stint.verify.hostile.programs.tenant;

/** Something that a program does. */
@FunctionalInterface
public interface Act {
    void act() throws Exception;
}
