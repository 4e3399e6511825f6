import { useEffect, useLayoutEffect, useState } from 'react';
import { responseTimeoutMs } from '../../platform/time/responseTimeout.ts';
import { retryTimer, type Backoff } from '../../platform/time/retryTimer.ts';
import { runAfter } from '../../platform/time/timers.ts';

/**
 * `slow`: no answer for `responseTimeoutMs`, or no network; it may still come. `blocked`: the policy of this page does not allow the host yet,
 * because the content was published after the page was loaded (VERSION-09).
 */
export type FrameState = 'loading' | 'slow' | 'loaded' | 'blocked';

const reloadBackoff: Backoff = { firstMs: 30_000, longestMs: 300_000 };

/**
 * Counts the further requests for a page that does not answer: after increasing delays, and when the browser is online
 * again.
 */
export function useReloads(isSlow: boolean): number {
  const [reloads, setReloads] = useState(0);
  // A layout effect: the browser may be online again before other effects run.
  useLayoutEffect(() => {
    if (!isSlow) return undefined;
    const timer = retryTimer(() => {
      setReloads((count) => count + 1);
      timer.schedule({ untilOnline: true });
    }, reloadBackoff);
    timer.schedule({ untilOnline: true });
    return () => timer.reset();
  }, [isSlow]);
  return reloads;
}

/**
 * The loading state of a frame. A website that refuses to be framed counts as loaded: browsers hide the refusal. So does a
 * website that redirects to a host that the policy does not allow: the violation names that host, but not the frame.
 */
export function useFrameLoading(url: string): {
  readonly state: FrameState;
  readonly onLoad: () => void;
} {
  const [state, setState] = useState<FrameState>('loading');
  useEffect(
    () => runAfter(responseTimeoutMs, () => setState((now) => (now === 'loading' ? 'slow' : now))),
    [],
  );
  // A layout effect: the browser may report the violation before other effects run.
  useLayoutEffect(() => {
    const onViolation = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      const isThisFrame = URL.canParse(blockedURI) && new URL(blockedURI).origin === new URL(url).origin;
      if (effectiveDirective === 'frame-src' && isThisFrame) setState('blocked');
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, [url]);
  const onLoad = (): void =>
    setState((now) => {
      // A blocked frame loads an error page, and so does the first request without a network.
      if (now === 'blocked' || now === 'loaded') return now;
      return navigator.onLine ? 'loaded' : 'slow';
    });
  return { state, onLoad };
}
