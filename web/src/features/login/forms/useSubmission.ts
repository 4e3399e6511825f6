import { useEffect, useRef, useState } from 'react';
import { messageOfError, type Attempt, type FieldName, type LoginMessage } from '../loginMessage.ts';

export interface Submission {
  readonly busy: boolean;
  /**
   * Runs `work` and shows its message or its error. Does nothing while another submission runs. Leaving the form aborts the
   * signal and discards the result. `onSuccess` is called after a success. Resolves with the field to correct, if any.
   */
  readonly run: (
    work: (signal: AbortSignal) => Promise<LoginMessage | undefined>,
    onSuccess?: () => void,
  ) => Promise<FieldName | undefined>;
}

/** Runs the submissions of a form, one at a time. They are never retried automatically (ERROR-04). */
export function useSubmission(
  attempt: Attempt,
  setMessage: (message: LoginMessage | undefined) => void,
): Submission {
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    // The browser's Back button may restore the page from the back/forward cache, with a submission that never ends.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, []);
  return {
    busy,
    async run(work, onSuccess) {
      if (busy) return undefined;
      setBusy(true);
      setMessage(undefined);
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      const message = await work(signal).catch((error: unknown) =>
        messageOfError(error, attempt, Date.now()),
      );
      if (signal.aborted) return undefined;
      setBusy(false);
      // If the session was rejected after signing in, the login screen shows the reason itself.
      if (message) setMessage(message);
      if (message?.kind === 'news') onSuccess?.();
      return message?.kind === 'error' ? message.field : undefined;
    },
  };
}
