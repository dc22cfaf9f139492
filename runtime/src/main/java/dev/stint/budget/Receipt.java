package dev.stint.budget;

/**
 * What a finished task or nursery has spent, to the unit. Under a seed the same run gives the same
 * receipt.
 *
 * @param name what it is for: the name of the task or nursery, empty if none
 * @param tasks how many tasks it covers: all that ran below it, itself included if it is a task
 * @param spent what they have spent
 * @param debt how much of that exceeds what they were given
 * @param hash equal for equal spending by equally named tasks, in whatever order they ended
 */
public record Receipt(String name, long tasks, Budget spent, Budget debt, long hash) {}
