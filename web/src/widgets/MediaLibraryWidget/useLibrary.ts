import { virtualListThreshold } from '@foyer/contract/limits';
import { useEffect, useMemo, useState } from 'react';
import { useLanguage, useLocalizedEntry } from '../../platform/i18n/useLanguage.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { runInSlices } from '../../platform/time/runInSlices.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';
import { foldInSteps } from '../media/mediaItem.ts';
import { sortInSteps } from '../media/sortInSteps.ts';
import { compareBy, createLibrary, type Entry, type Library, type Order } from './library.ts';

/** The library in the current language. */
export function useLibrary({ folders }: ConfigurationOf<'MediaLibraryWidget'>): Library {
  const assets = useVenue((state) => state.assets);
  const localizedEntry = useLocalizedEntry();
  const library = useMemo(
    () => createLibrary(folders, { assets, localizedEntry }),
    [folders, assets, localizedEntry],
  );
  useEffect(() => runInSlices(foldInSteps(library.entries), () => undefined), [library]);
  return library;
}

interface Sorted {
  readonly entries: readonly Entry[];
  readonly language: string;
  readonly sorted: readonly Entry[];
}

/** The entries in an order. Until many names are sorted, which takes a moment, they are in the order of the file. */
export function useOrderedEntries(entries: readonly Entry[], order: Order): readonly Entry[] {
  const { language } = useLanguage();
  const isSlow = order === 'name' && entries.length > virtualListThreshold;
  const quick = useMemo(
    () => (isSlow ? entries : entries.toSorted(compareBy(order, language))),
    [entries, order, language, isSlow],
  );
  const [slow, setSlow] = useState<Sorted>();
  const isSorted = slow?.entries === entries && slow.language === language;
  useEffect(() => {
    if (!isSlow || isSorted) return undefined;
    return runInSlices(sortInSteps(entries, compareBy('name', language)), (sorted) =>
      setSlow({ entries, language, sorted }),
    );
  }, [isSlow, isSorted, entries, language]);
  return isSlow && isSorted ? slow.sorted : quick;
}
