/**
 * The venue check (ENTITY-02): parses the text of a venue file and returns the venue or all its errors. Pure: the caller
 * checks whether the returned assets are stored on this server.
 */
import type { Venue, VenueErrors, WidgetSettings } from '@foyer/contract';
import { ErrorList, quoted } from './errorList.ts';
import { asRecord } from './untypedJson.ts';
import { architectureWarnings } from './architectureWarnings.ts';
import { checkContent } from './checkContent.ts';
import { checkReferences, type ListedAsset } from './checkReferences.ts';
import { missingTextWarnings } from './missingTextWarnings.ts';
import { richTextWarnings, type SaveWarning } from './richTextWarnings.ts';
import { checkSchema } from './checkSchema.ts';
import { readVenueText } from './readVenueText.ts';

export interface ValidVenue {
  readonly ok: true;
  readonly venue: Venue;
  readonly warnings: readonly SaveWarning[];
  readonly assets: readonly ListedAsset[];
}
/** `assets`: the assets that the faulty file refers to, so that missing uploads are reported in the same response. */
export interface InvalidVenue {
  readonly ok: false;
  readonly errors: VenueErrors;
  readonly assets: readonly ListedAsset[];
}
export type VenueCheckResult = ValidVenue | InvalidVenue;

/** Checks the text of a venue file. Never throws. */
export function checkVenueText(text: string, settings: WidgetSettings): VenueCheckResult {
  const read = readVenueText(text);
  return read.ok
    ? checkVenue(read.value, settings)
    : { ok: false, errors: read.errors.toErrors(), assets: [] };
}

/** Checks the parsed JSON of a venue file. */
export function checkVenue(value: unknown, settings: WidgetSettings): VenueCheckResult {
  const errors = new ErrorList();
  const venue = checkSchema(value, errors);
  const assets = checkReferences(value, errors);
  checkContent(value, errors);
  if (venue === undefined || errors.total > 0) return { ok: false, errors: errors.toErrors(), assets };
  const warnings = [
    ...missingTextWarnings(venue),
    ...architectureWarnings(venue, settings),
    ...richTextWarnings(venue),
  ];
  return { ok: true, venue: withoutServerFields(venue), warnings, assets };
}

export type SaveCheckResult = {
  readonly baseVersion: unknown;
  readonly hasVenue: boolean;
  readonly unknownKeys: readonly string[];
  readonly checked: VenueCheckResult;
};

/** Checks the body of a save, `{baseVersion, venue}`. Lines and columns count from the start of the venue's text. */
export function checkSaveText(text: string, settings: WidgetSettings): SaveCheckResult {
  const read = readVenueText(text, 'venue');
  if (!read.ok)
    return {
      baseVersion: 0,
      hasVenue: true,
      unknownKeys: [],
      checked: { ok: false, errors: read.errors.toErrors(), assets: [] },
    };
  const body = asRecord(read.value) ?? {};
  const unknownKeys = Object.keys(body).filter((key) => key !== 'baseVersion' && key !== 'venue');
  const hasVenue = Object.hasOwn(body, 'venue');
  return {
    baseVersion: body['baseVersion'],
    hasVenue,
    unknownKeys,
    checked: checkVenue(body['venue'], settings),
  };
}

/** Returns the result of a check with an additional error for each asset that is not stored on this server. */
export function addMissingAssetErrors(
  checked: VenueCheckResult,
  stored: { has(assetId: string): boolean },
): VenueCheckResult {
  const errors = new ErrorList(checked.ok ? undefined : checked.errors);
  for (const { assetId, path } of checked.assets)
    if (!stored.has(assetId))
      errors.add(path, `the asset ${quoted(assetId)} is not stored on this server: upload it first`);
  return errors.total === 0 ? checked : { ok: false, errors: errors.toErrors(), assets: checked.assets };
}

/** Removes fields that the server fills in itself: they are never taken from a file. */
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
