/** Milliseconds after which a server or website counts as slow to answer. */
export const responseTimeoutMs = 10_000;
