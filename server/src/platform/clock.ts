/** Time is passed in, so that tests move it and nothing sleeps. Milliseconds since 1970. */
export type Clock = () => number;
export const systemClock: Clock = Date.now;
