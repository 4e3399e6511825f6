/** The lengths of the sounds that are visible and of those after them, from the metadata of their files. */
import { useCallback, useEffect, useState } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import { attemptUrl, initialAttempt } from '../../platform/assets/assetUrl.ts';
import { useVenueSession } from '../../platform/state/venue.ts';
import { runAfter } from '../../platform/time/timers.ts';
import { LengthQueue } from './lengthQueue.ts';

/** This many sounds below the visible ones. */
const ahead = 20;
const timeoutMs = 15_000;

/** Seconds by the URI of the file, kept when the widget is closed. One that could not be read is requested again by the next widget. */
const createKnownLengths = (): StoreApi<ReadonlyMap<string, number>> =>
  createStore<ReadonlyMap<string, number>>(() => new Map());

async function readLength(uri: string): Promise<number | undefined> {
  const url = await attemptUrl({ uri }, {}, initialAttempt({}));
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

export const useLength = (uri: string | undefined): number | undefined =>
  useStore(useVenueSession().get(createKnownLengths), (known) =>
    uri === undefined ? undefined : known.get(uri),
  );

/**
 * Returns a ref for the rows, which have their position as `data-row`.
 * @param uris of the files of all sounds; undefined where the venue has no file
 */
export function useLengths(
  uris: readonly (string | undefined)[],
): (row: HTMLElement | null) => (() => void) | undefined {
  const lengths = useVenueSession().get(createKnownLengths);
  const [queue] = useState(
    () =>
      new LengthQueue(readLength, (uri, seconds) =>
        lengths.setState((known) => new Map(known).set(uri, seconds), true),
      ),
  );
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
    const known = lengths.getState();
    queue.setWanted(
      uris
        .slice(first, last + 1 + ahead)
        .filter((uri) => uri !== undefined)
        .filter((uri) => !known.has(uri)),
    );
  }, [queue, lengths, visible, uris]);
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
