import { useEffect, useState } from 'react';
import { signInGuest } from '../../features/session/index.ts';
import { useHasSession } from '../../platform/state/user.ts';
import { responseTimeoutMs } from '../../platform/time/responseTimeout.ts';
import { runAfter } from '../../platform/time/timers.ts';

/**
 * Whether the user can join under their name: the session has the name of a user and the number of a guest. A visitor who
 * gets no session, or waits too long for it, joins as a guest without a number.
 * @param isJoining opens the session of a guest, which the page otherwise opens later
 */
export function useIsNameKnown(isJoining: boolean): boolean {
  const hasSession = useHasSession();
  const [hasWaited, setHasWaited] = useState(false);
  const isWaiting = isJoining && !hasSession;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const stopWaiting = (): void => setHasWaited(true);
    void signInGuest().then((isSignedIn) => isSignedIn || stopWaiting());
    return runAfter(responseTimeoutMs, stopWaiting);
  }, [isWaiting]);
  return hasSession || hasWaited;
}
