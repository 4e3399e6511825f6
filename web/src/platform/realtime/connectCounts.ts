/** Numbers of a media board, such as its likes, that arrive over the realtime connection. */
import { untilAborted } from '../untilAborted.ts';
import { onReconnect } from './onReconnect.ts';
import type { Realtime } from './realtime.ts';

export type CountNews<Counts> =
  /** All counts, also after each reconnect. Counts that have arrived before may be newer. */
  | { readonly type: 'counts'; readonly counts: Counts }
  | { readonly type: 'changes'; readonly counts: Counts }
  /** The counts could not be read, and do not arrive live. It is attempted again when that may succeed. */
  | { readonly type: 'failed' };

interface CountSource<Counts> {
  /** Listens to the event with changed counts. */
  readonly onChanges: (receive: (counts: Counts) => void) => void;
  /** Subscribes this tab. Returns all counts. */
  readonly open: () => Promise<Counts>;
  /** Ends the subscription. */
  readonly close: () => Promise<unknown>;
}

/**
 * Subscribes to counts on each connection, until the signal is aborted.
 * @returns reads the counts again now, after a failure
 */
export function connectCounts<Counts>(
  realtime: Realtime,
  source: CountSource<Counts>,
  listener: (news: CountNews<Counts>) => void,
  ended: AbortSignal,
): () => void {
  // Before they are read: a change may arrive before the reply.
  source.onChanges((counts) => listener({ type: 'changes', counts }));
  untilAborted(ended, () => {
    source.close().catch(() => undefined);
  });
  return onReconnect(
    realtime,
    async () => {
      try {
        const counts = await source.open();
        if (!ended.aborted) listener({ type: 'counts', counts });
      } catch (error) {
        // Without a connection, the next one reads them.
        if (realtime.isOnline && !ended.aborted) listener({ type: 'failed' });
        throw error;
      }
    },
    ended,
  );
}
