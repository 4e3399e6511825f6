import { useEffect, useState } from 'react';
import { messageOfError, type Attempt, type FieldName, type LoginMessage } from './loginMessage.ts';

export interface Running {
  readonly busy: boolean;
  /** Runs one at a time; what it answers, or why it failed, is told. Resolves with the field to type again, if any. */
  readonly run: (work: () => Promise<LoginMessage | undefined>) => Promise<FieldName | undefined>;
}

/** One thing that is tried at a time, and what comes of it. Nothing is tried again by itself (ERROR-04). */
export function useAttempt(attempt: Attempt, tell: (message: LoginMessage | undefined) => void): Running {
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    // Whoever comes back with the browser's own button finds the page as it was left.
    const again = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    addEventListener('pageshow', again);
    return () => removeEventListener('pageshow', again);
  }, []);
  return {
    busy,
    async run(work) {
      if (busy) return undefined;
      setBusy(true);
      tell(undefined);
      const message = await work().catch((error: unknown) => messageOfError(error, attempt, Date.now()));
      setBusy(false);
      tell(message);
      return message?.kind === 'refusal' ? message.field : undefined;
    },
  };
}
