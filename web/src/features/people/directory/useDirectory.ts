import { useEffect, useState } from 'react';
import { useLanguage } from '../../../platform/i18n/useLanguage.ts';
import { runAfter } from '../../../platform/time/timers.ts';
import { usePresenceModel, type Presence } from '../../presence/index.ts';
import { Directory, type DirectoryEntry } from './directory.ts';

/** Milliseconds of work before the page may render. */
const sliceMs = 8;

/** Keeps a directory up to date, in slices. Returns a function that stops it. */
function syncDirectory(
  { store }: Presence,
  directory: Directory,
  onChange: (entries: readonly DirectoryEntry[]) => void,
): () => void {
  let update: ReturnType<Directory['update']> | undefined;
  let isDue = false;
  let cancel: (() => void) | undefined;

  const work = (): void => {
    cancel = undefined;
    const until = performance.now() + sliceMs;
    while (performance.now() < until) {
      if (!update) {
        if (!isDue) return;
        isDue = false;
        update = directory.update(store.getState().attendees);
      }
      const step = update.next();
      if (step.done) {
        update = undefined;
        onChange(step.value);
      }
    }
    cancel = runAfter(0, work);
  };
  const schedule = (): void => {
    isDue = true;
    cancel ??= runAfter(0, work);
  };

  schedule();
  const unsubscribe = store.subscribe((now, before) => {
    if (now.attendees !== before.attendees) schedule();
  });
  return () => {
    unsubscribe();
    cancel?.();
  };
}

/** All attendees sorted by name; undefined until they are sorted for the first time. */
export function useDirectory(): readonly DirectoryEntry[] | undefined {
  const { language } = useLanguage();
  const presence = usePresenceModel();
  const [entries, setEntries] = useState<readonly DirectoryEntry[]>();
  useEffect(() => syncDirectory(presence, new Directory(language), setEntries), [presence, language]);
  return entries;
}
