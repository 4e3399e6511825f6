/** The name of the error of an aborted request. A request that times out fails with a `TimeoutError` instead. */
export const abortErrorName = 'AbortError';

export const isAbort = (error: unknown): boolean =>
  error instanceof DOMException && error.name === abortErrorName;
