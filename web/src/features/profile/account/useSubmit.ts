import { useState } from 'react';
import { accountFault, type AccountFault } from './accountFault.ts';

export interface Submit {
  readonly busy: boolean;
  readonly fault: AccountFault | undefined;
  /** Runs the work. True when it is done; false with `fault` where it was refused. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly clear: () => void;
}

/** One thing at a time that the server is asked for, and what it said. */
export function useSubmit(): Submit {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<AccountFault>();
  return {
    busy,
    fault,
    clear: () => setFault(undefined),
    run: async (work) => {
      if (busy) return false;
      setBusy(true);
      setFault(undefined);
      try {
        await work();
        return true;
      } catch (error) {
        setFault(accountFault(error));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
