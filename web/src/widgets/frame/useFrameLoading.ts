import { useEffect, useLayoutEffect, useState } from 'react';
import { responseTimeoutMs } from '../../platform/time/responseTimeout.ts';
import { runAfter } from '../../platform/time/timers.ts';

/**
 * `slow`: no answer for `responseTimeoutMs`; it may still come. `blocked`: the policy of this page does not allow the host yet,
 * because the content was published after the page was loaded (VERSION-09).
 */
export type FrameState = 'loading' | 'slow' | 'loaded' | 'blocked';

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
  // A blocked frame loads an error page.
  const onLoad = (): void => setState((now) => (now === 'blocked' ? now : 'loaded'));
  return { state, onLoad };
}
