/** Allowed clock difference (ms) between an identity provider and this server. */
export const clockSkewMs = 120_000;
