/** Reading files over HTTP in parts, for downloads and for the PDF viewer. */
import { runAfter } from '../time/timers.ts';

/** A request from which nothing has arrived for this long has failed. */
export const stallMs = 30_000;

/** Aborts a request from which nothing arrives. */
interface StallTimer {
  /** Aborted with a `TimeoutError` after `stallMs`, or with the signal that was passed. */
  readonly signal: AbortSignal;
  /** Call when something has arrived. */
  readonly restart: () => void;
  readonly end: () => void;
}

export function stallTimer(signal: AbortSignal): StallTimer {
  const stalled = new AbortController();
  const start = (): (() => void) =>
    runAfter(stallMs, () =>
      stalled.abort(new DOMException(`Nothing was received for ${stallMs} ms.`, 'TimeoutError')),
    );
  let cancel = start();
  return {
    signal: AbortSignal.any([signal, stalled.signal]),
    restart() {
      cancel();
      cancel = start();
    },
    end: () => cancel(),
  };
}

/** The first byte of a partial response, and the length of the whole file. */
export function contentRangeOf({
  headers,
}: Response): { readonly start: number; readonly total: number } | undefined {
  const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '') ?? [];
  return start === undefined ? undefined : { start: Number(start), total: Number(total) };
}
