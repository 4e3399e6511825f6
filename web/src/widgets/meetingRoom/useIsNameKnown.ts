import { useEffect, useState } from 'react';
import { loadSession } from '../../platform/session/sessionLoader.ts';
import { useHasSession } from '../../platform/state/user.ts';
import { runAfter } from '../../platform/time/timers.ts';

/** Milliseconds. A visitor who has no session by then joins as a guest without a number. */
const patienceMs = 10_000;

/**
 * Whether the user can join under their name: the session has the name of a user and the number of a guest.
 * @param isJoining opens the session of a guest, which the page otherwise opens later
 */
export function useIsNameKnown(isJoining: boolean): boolean {
  const hasSession = useHasSession();
  const [isLate, setIsLate] = useState(false);
  const isWaiting = isJoining && !hasSession;
  useEffect(() => {
    if (!isWaiting) return undefined;
    // The page reports a failure itself when it opens the session.
    loadSession().then(
      (session) => session.signInGuest(),
      () => undefined,
    );
    return runAfter(patienceMs, () => setIsLate(true));
  }, [isWaiting]);
  return hasSession || isLate;
}
