/** Presence frames. Change frames are concatenated from records that are encoded only once. */
import { deflateRawSync } from 'node:zlib';
import {
  followedPresence,
  toColumns,
  presenceChanges,
  presenceSnapshot,
  type AttendeePresence,
} from '@foyer/contract';

import { binaryFrame, textFrame } from '#platform/realtime/frames';

/** Shorter snapshots are sent uncompressed, in characters. */
const minCompressedLength = 1_024;
/** Compressing 5,000 records takes about 15 ms per tick, for all new subscribers together, and gives 150 kB (P9). */
const level = 9;

const frameStart = (event: { readonly name: string }, areaId: string | undefined): string =>
  `{"event":${JSON.stringify(event.name)},"data":{${areaId === undefined ? '' : `"areaId":${JSON.stringify(areaId)},`}`;

/** The snapshot of a scope. */
export function snapshotFrame(areaId: string | undefined, attendees: readonly AttendeePresence[]): Buffer {
  const text = `${frameStart(presenceSnapshot, areaId)}"attendees":${JSON.stringify(toColumns(attendees))}}}`;
  return text.length < minCompressedLength ? textFrame(text) : binaryFrame(deflateRawSync(text, { level }));
}

export const changesFrame = (
  areaId: string | undefined,
  updated: readonly string[],
  removed: readonly string[],
): Buffer =>
  textFrame(
    `${frameStart(presenceChanges, areaId)}"updated":[${updated.join(',')}],"removed":${JSON.stringify(removed)}}}`,
  );

export const followedFrame = (
  updated: readonly string[],
  removed: readonly string[],
  complete: boolean,
): Buffer =>
  textFrame(
    `${frameStart(followedPresence, undefined)}"updated":[${updated.join(',')}],"removed":${JSON.stringify(removed)}${complete ? ',"complete":true' : ''}}}`,
  );
