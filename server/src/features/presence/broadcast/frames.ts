/** Frames of presence: changes are put together of records that were encoded once each. */
import { deflateRawSync } from 'node:zlib';
import { columnsOf, presenceChanges, presencePeople, type AttendeePresence } from '@foyer/contract';

import { binaryFrame, textFrame } from '#platform/realtime/frames';

/** A shorter snapshot is not worth compressing. */
const compressedFrom = 1_024;
/** Five thousand records take some 15 ms, once for all who ask in a tick, and 150 kB: P9. */
const level = 9;

const begun = (event: { readonly name: string }, areaId: string | undefined): string =>
  `{"event":${JSON.stringify(event.name)},"data":{${areaId === undefined ? '' : `"areaId":${JSON.stringify(areaId)},`}`;

/** All records of a scope. */
export function peopleFrame(areaId: string | undefined, people: readonly AttendeePresence[]): Buffer {
  const text = `${begun(presencePeople, areaId)}"people":${JSON.stringify(columnsOf(people))}}}`;
  return text.length < compressedFrom ? textFrame(text) : binaryFrame(deflateRawSync(text, { level }));
}

export const changesFrame = (
  areaId: string | undefined,
  put: readonly string[],
  gone: readonly string[],
): Buffer =>
  textFrame(`${begun(presenceChanges, areaId)}"put":[${put.join(',')}],"gone":${JSON.stringify(gone)}}}`);
