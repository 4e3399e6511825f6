import { useEffect, useState } from 'react';
import { useAreaNavigation, useWidgetPart } from '../../platform/navigation/areaNavigation.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { followUrl, pageIn, type OpenPage } from './pages.ts';

/** How long a page is shown before it is in the URL: browsers limit how often a script may change it. */
const restMs = 250;

/** The page of the book that is open, which the URL names, and a function that opens another one. */
export function useBookPage(count: number): readonly [number, (page: number) => void] {
  const inUrl = pageIn(useWidgetPart().page, count);
  const { replacePart } = useAreaNavigation();
  const [open, setOpen] = useState<OpenPage>({ page: inUrl, inUrl });
  if (inUrl !== open.inUrl) setOpen(followUrl(open, inUrl));
  const { page } = open;
  useEffect(() => {
    if (page === inUrl) return undefined;
    return runAfter(restMs, () => {
      setOpen((before) => ({ ...before, written: page }));
      void replacePart(page === 1 ? {} : { page });
    });
  }, [page, inUrl, replacePart]);
  return [page, (next) => setOpen((before) => ({ ...before, page: next }))];
}
