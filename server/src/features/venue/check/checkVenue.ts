/**
 * The venue check (ENTITY-02): from the text of a venue file to a venue, or to every fault in it. Pure: whether the
 * assets are stored on this server is asked by the caller, who gets the list of them.
 */
import type { Venue, VenueFaults } from '@foyer/contract';
import { FaultList, quoted } from './faultList.ts';
import { asRecord } from './untypedJson.ts';
import { checkReferences, type AssetUse } from './checkReferences.ts';
import { richTextWarnings, type SaveWarning } from './richTextWarnings.ts';
import { checkSchema } from './checkSchema.ts';
import { readVenueText } from './readVenueText.ts';

export interface GoodVenue {
  readonly ok: true;
  readonly venue: Venue;
  readonly warnings: readonly SaveWarning[];
  readonly assets: readonly AssetUse[];
}
/** `assets`: what the file names although it has faults, so that missing uploads can be told in the same answer. */
export interface FaultyVenue {
  readonly ok: false;
  readonly faults: VenueFaults;
  readonly assets: readonly AssetUse[];
}
export type CheckedVenue = GoodVenue | FaultyVenue;

/** Checks the text of a venue file. Never throws, whatever the text. */
export function checkVenueText(text: string): CheckedVenue {
  const read = readVenueText(text);
  return read.ok ? checkVenue(read.value) : { ok: false, faults: read.faults.toFaults(), assets: [] };
}

/** Checks the value of a venue file that was read without faults. */
export function checkVenue(value: unknown): CheckedVenue {
  const faults = new FaultList();
  const venue = checkSchema(value, faults);
  const assets = checkReferences(value, faults);
  if (venue === undefined || faults.total > 0) return { ok: false, faults: faults.toFaults(), assets };
  return { ok: true, venue: withoutServerFields(venue), warnings: richTextWarnings(venue), assets };
}

export type CheckedSave = {
  readonly baseVersion: unknown;
  readonly hasVenue: boolean;
  readonly unknownKeys: readonly string[];
  readonly checked: CheckedVenue;
};

/** Checks the body of a save, `{baseVersion, venue}`. Line and column count from the venue's own text. */
export function checkSaveText(text: string): CheckedSave {
  const read = readVenueText(text, 'venue');
  if (!read.ok)
    return {
      baseVersion: 0,
      hasVenue: true,
      unknownKeys: [],
      checked: { ok: false, faults: read.faults.toFaults(), assets: [] },
    };
  const body = asRecord(read.value) ?? {};
  const unknownKeys = Object.keys(body).filter((key) => key !== 'baseVersion' && key !== 'venue');
  const hasVenue = Object.hasOwn(body, 'venue');
  return { baseVersion: body['baseVersion'], hasVenue, unknownKeys, checked: checkVenue(body['venue']) };
}

/** Adds a fault for each asset of the venue that is not stored on this server. */
export function requireStored(
  checked: CheckedVenue,
  stored: { has(assetId: string): boolean },
): CheckedVenue {
  const faults = new FaultList(checked.ok ? undefined : checked.faults);
  for (const { assetId, path } of checked.assets)
    if (!stored.has(assetId))
      faults.add(path, `the asset ${quoted(assetId)} is not stored on this server: upload it first`);
  return faults.total === 0 ? checked : { ok: false, faults: faults.toFaults(), assets: checked.assets };
}

/** What the server says of assets and publication is filled in when a venue is answered, never taken from a file. */
function withoutServerFields(venue: Venue): Venue {
  return {
    architectures: venue.architectures,
    assets: venue.assets.map(({ id, displayName, alts }) => ({
      id,
      ...(displayName === undefined ? {} : { displayName }),
      alts,
    })),
    publishInfo: { publishedVersion: -1 },
  };
}
