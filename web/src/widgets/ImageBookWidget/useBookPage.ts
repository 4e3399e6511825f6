import { useEffect, useState } from 'react';
import { useAreaNavigation, useWidgetPart } from '../../platform/navigation/areaNavigation.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { pageIn } from './pages.ts';

/** How long a page is shown before it is in the URL: browsers limit how often a script may change it. */
const restMs = 250;

/** The page of the book that is open, which the URL names, and a function that opens another one. */
export function useBookPage(count: number): readonly [number, (page: number) => void] {
  const inUrl = pageIn(useWidgetPart().page, count);
  const { replacePart } = useAreaNavigation();
  const [page, setPage] = useState(inUrl);
  const [seen, setSeen] = useState(inUrl);
  /** What this book has written: the URL has it later, when the user may have turned on. */
  const [written, setWritten] = useState<number>();
  if (inUrl !== seen) {
    setSeen(inUrl);
    if (inUrl !== written) setPage(inUrl);
  }
  useEffect(() => {
    if (page === inUrl) return undefined;
    return runAfter(restMs, () => {
      setWritten(page);
      void replacePart(page === 1 ? {} : { page });
    });
  }, [page, inUrl, replacePart]);
  return [page, setPage];
}
