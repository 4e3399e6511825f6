/** The lengths of the sounds that are visible and of those after them, from the metadata of their files. */
import { useCallback, useEffect, useState } from 'react';
import { create } from 'zustand';
import { assetUrl } from '../../platform/assets/assetUrl.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { LengthQueue } from './lengthQueue.ts';

/** This many sounds below the visible ones. */
const ahead = 20;
const timeoutMs = 15_000;

/** Seconds by asset id, kept when the widget is closed. One that could not be read is requested again by the next widget. */
const useKnownLengths = create<ReadonlyMap<string, number>>(() => new Map());

async function readLength(assetId: string): Promise<number | undefined> {
  const url = await assetUrl(assetId);
  if (url === undefined) return undefined;
  const audio = new Audio();
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const cancel = runAfter(timeoutMs, () => resolve(undefined));
  audio.preload = 'metadata';
  audio.addEventListener('loadedmetadata', () => resolve(audio.duration));
  audio.addEventListener('error', () => resolve(undefined));
  audio.src = url;
  const seconds = await promise;
  cancel();
  // Ends the download.
  audio.removeAttribute('src');
  audio.load();
  return Number.isFinite(seconds) ? seconds : undefined;
}

const addLength = (assetId: string, seconds: number): void =>
  useKnownLengths.setState((known) => new Map(known).set(assetId, seconds), true);

export const useLength = (assetId: string | undefined): number | undefined =>
  useKnownLengths((known) => (assetId === undefined ? undefined : known.get(assetId)));

/**
 * Returns a ref for the rows, which have their position as `data-row`.
 * @param assetIds of all sounds; undefined where the venue has no file
 */
export function useLengths(
  assetIds: readonly (string | undefined)[],
): (row: HTMLElement | null) => (() => void) | undefined {
  const [queue] = useState(() => new LengthQueue(readLength, addLength));
  const [visible, setVisible] = useState<ReadonlySet<number>>(new Set());
  const [observer] = useState(
    () =>
      new IntersectionObserver((entries) =>
        setVisible((before) => {
          const rows = new Set(before);
          for (const { target, isIntersecting } of entries) {
            if (isIntersecting) rows.add(rowOf(target));
            else rows.delete(rowOf(target));
          }
          return rows;
        }),
      ),
  );
  useEffect(() => {
    if (visible.size === 0) return;
    const [first, last] = [Math.min(...visible), Math.max(...visible)];
    const known = useKnownLengths.getState();
    queue.setWanted(
      assetIds
        .slice(first, last + 1 + ahead)
        .filter((assetId) => assetId !== undefined)
        .filter((assetId) => !known.has(assetId)),
    );
  }, [queue, visible, assetIds]);
  useEffect(
    () => () => {
      observer.disconnect();
      queue.setWanted([]);
    },
    [queue, observer],
  );
  return useCallback(
    (row) => {
      if (!row) return undefined;
      observer.observe(row);
      return () => {
        observer.unobserve(row);
        setVisible((before) => new Set([...before].filter((each) => each !== rowOf(row))));
      };
    },
    [observer],
  );
}

const rowOf = (element: Element): number => Number(element.getAttribute('data-row'));
