package dev.stint.hooks;

/**
 * Marks class loaders whose classes nobody trusts: outside of their tasks they are asked nothing.
 */
public interface TenantLoader {}
