package dev.stint.lease;

/**
 * One worker of a lease.
 *
 * @param id of the worker
 * @param standIn whether it is a temporary one, for another that makes no step
 * @param placement on which processor it is kept, or why on none, in words
 */
public record LeasedWorker(int id, boolean standIn, String placement) {}
