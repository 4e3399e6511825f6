import { useState } from 'react';
import { toAccountError, type AccountError } from './accountError.ts';

export interface Submit {
  readonly busy: boolean;
  readonly error: AccountError | undefined;
  /** Runs the request. Returns true on success; false with `error` on failure. */
  readonly run: (request: () => Promise<unknown>) => Promise<boolean>;
  readonly clear: () => void;
}

/** Runs one request at a time and keeps its error. */
export function useSubmit(): Submit {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AccountError>();
  return {
    busy,
    error,
    clear: () => setError(undefined),
    run: async (request) => {
      if (busy) return false;
      setBusy(true);
      setError(undefined);
      try {
        await request();
        return true;
      } catch (cause) {
        setError(toAccountError(cause));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
