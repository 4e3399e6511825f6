import { useEffect, useRef, useState } from 'react';
import { messageOfError, type Attempt, type FieldName, type LoginMessage } from './loginMessage.ts';

export interface Running {
  readonly busy: boolean;
  /**
   * Runs one at a time; what it answers, or why it failed, is told, and `onMessage` follows where that is good. Whoever goes
   * on to another form gives it up, and hears nothing of it. Resolves with the field to type again, if any.
   */
  readonly run: (
    work: (givenUp: AbortSignal) => Promise<LoginMessage | undefined>,
    onNews?: () => void,
  ) => Promise<FieldName | undefined>;
}

/** One thing that is tried at a time, and what comes of it. Nothing is tried again by itself (ERROR-04). */
export function useAttempt(attempt: Attempt, tell: (message: LoginMessage | undefined) => void): Running {
  const [busy, setBusy] = useState(false);
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);
  useEffect(() => {
    // Whoever comes back with the browser's own button finds the page as it was left.
    const again = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    addEventListener('pageshow', again);
    return () => removeEventListener('pageshow', again);
  }, []);
  return {
    busy,
    async run(work, onNews) {
      if (busy) return undefined;
      setBusy(true);
      tell(undefined);
      const giving = new AbortController();
      underWay.current = giving;
      const { signal } = giving;
      const message = await work(signal).catch((error: unknown) =>
        messageOfError(error, attempt, Date.now()),
      );
      if (signal.aborted) return undefined;
      setBusy(false);
      // Without one it stands there already why somebody who signed in was not let in.
      if (message) tell(message);
      if (message?.kind === 'news') onNews?.();
      return message?.kind === 'refusal' ? message.field : undefined;
    },
  };
}
