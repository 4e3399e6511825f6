import { useEffect, useState } from 'react';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { usePresence } from '../../platform/state/presence.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { Directory, type Listed } from './directory.ts';

/** After so long the page has its turn again. */
const sliceMs = 8;

/** Brings a directory up to what is known, in slices; returns what ends that. */
function keepUp(directory: Directory, tell: (listed: readonly Listed[]) => void): () => void {
  let pass: ReturnType<Directory['follow']> | undefined;
  let isDue = false;
  let cancel: (() => void) | undefined;

  const work = (): void => {
    cancel = undefined;
    const until = performance.now() + sliceMs;
    while (performance.now() < until) {
      if (!pass) {
        if (!isDue) return;
        isDue = false;
        pass = directory.follow(usePresence.getState().attendees);
      }
      const step = pass.next();
      if (step.done) {
        pass = undefined;
        tell(step.value);
      }
    }
    cancel = runAfter(0, work);
  };
  const begin = (): void => {
    isDue = true;
    cancel ??= runAfter(0, work);
  };

  begin();
  const unsubscribe = usePresence.subscribe((now, before) => {
    if (now.attendees !== before.attendees) begin();
  });
  return () => {
    unsubscribe();
    cancel?.();
  };
}

/** Everybody who is known, in the order of their names; undefined until that is found. */
export function useDirectory(): readonly Listed[] | undefined {
  const { language } = useLanguage();
  const [listed, setListed] = useState<readonly Listed[]>();
  useEffect(() => keepUp(new Directory(language), setListed), [language]);
  return listed;
}
