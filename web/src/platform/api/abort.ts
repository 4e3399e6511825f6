/** What was given up, and so has neither an answer nor a fault; what comes too late is a `TimeoutError` instead. */
export const abortErrorName = 'AbortError';

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === abortErrorName;
