/** Every call of the HTTP interface (CALL-01 to CALL-26). Paths are below `/api`, and below `/stage/api` for the stage. */
import * as z from 'zod/mini';
import { storedAsset } from './asset.ts';
import { endpoint } from './endpoint.ts';
import { imageSuffixes } from './limits.ts';
import { id } from './values.ts';
import { venue } from './venue.ts';
import { venueVersion } from './venueVersion.ts';

const versionNumber = z.coerce.number().check(z.int(), z.gte(1));

/** Which version came when, by whom, out of which. */
export const versionEntry = z.strictObject({
  version: z.number(),
  baseVersion: z.nullable(z.number()),
  /** Milliseconds since 1970. */
  savedAt: z.number(),
  savedBy: z.string(),
  architectureId: z.string(),
  /** Set when the version was made by restoring this one. */
  restoredFrom: z.nullable(z.number()),
  published: z.boolean(),
});
export type VersionEntry = z.infer<typeof versionEntry>;

const changes = z.strictObject({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.string()),
});
/**
 * What differs between two versions: ids of areas, of widgets (`area/widget`), paths of texts with their locale, ids of
 * assets, and the architecture's other fields by name. A changed text is listed as a text alone.
 */
export const versionDifference = z.strictObject({
  from: z.number(),
  to: z.number(),
  areas: changes,
  widgets: changes,
  texts: changes,
  assets: changes,
  settings: changes,
});
export type VersionDifference = z.infer<typeof versionDifference>;

export const saveWarning = z.strictObject({ path: z.string(), reason: z.string() });
export const saveAnswer = z.strictObject({ version: z.number(), warnings: z.array(saveWarning) });

export const publishVenue = endpoint({
  name: 'publishVenue',
  method: 'POST',
  path: '/designer/publish/:architectureID',
  summary: 'Publishes the staged version of an architecture',
  params: z.strictObject({ architectureID: id }),
  /** The staged version the caller has seen; another one staged meanwhile answers 409. */
  body: z.optional(z.strictObject({ version: z.optional(z.number()) })),
  answer: venueVersion,
  errors: ['unauthorized', 'forbidden', 'notFound', 'versionConflict', 'invalidVenue'],
  example: { params: { architectureID: 'nightfall' }, body: {} },
});

export const saveVenue = endpoint({
  name: 'saveVenue',
  method: 'POST',
  path: '/designer/save-venue-json/stage',
  summary: 'Saves {baseVersion, venue} as the next staged version; baseVersion 0 is a first save',
  body: 'text',
  answer: saveAnswer,
  errors: ['unauthorized', 'forbidden', 'payloadTooLarge', 'invalidVenue', 'versionConflict'],
  example: { body: { baseVersion: 0, venue: { architectures: [] } } },
});
/** The body of `saveVenue`, checked by the venue check; `venue` is the venue file's content. */
export interface SaveVenueBody {
  baseVersion: number;
  venue: unknown;
}

export const validateVenue = endpoint({
  name: 'validateVenue',
  method: 'POST',
  path: '/designer/validate-venue-json',
  summary: 'Checks a venue file and stores nothing',
  body: 'text',
  answer: z.strictObject({ warnings: z.array(saveWarning) }),
  errors: ['unauthorized', 'forbidden', 'payloadTooLarge', 'invalidVenue'],
  example: { body: { architectures: [] } },
});

export const unpublishVenue = endpoint({
  name: 'unpublishVenue',
  method: 'POST',
  path: '/designer/unpublish',
  summary: 'Takes the live venue down: publishedVersion becomes -1',
  answer: venueVersion,
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const listVersions = endpoint({
  name: 'listVersions',
  method: 'GET',
  path: '/designer/versions',
  summary: 'The saved versions, newest first',
  query: z.strictObject({
    architectureId: z.optional(id),
    before: z.optional(versionNumber),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
  }),
  answer: z.strictObject({ versions: z.array(versionEntry) }),
  errors: ['unauthorized', 'forbidden'],
  example: { query: { limit: '20' } },
});

export const readVersion = endpoint({
  name: 'readVersion',
  method: 'GET',
  path: '/designer/versions/:version',
  summary: 'A saved version as it was saved',
  params: z.strictObject({ version: versionNumber }),
  answer: z.strictObject({ entry: versionEntry, venue }),
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { version: '1' } },
});

export const restoreVersion = endpoint({
  name: 'restoreVersion',
  method: 'POST',
  path: '/designer/versions/:version/restore',
  summary: 'Saves an earlier version again, as the next number',
  params: z.strictObject({ version: versionNumber }),
  body: z.strictObject({ baseVersion: z.number() }),
  answer: saveAnswer,
  errors: ['unauthorized', 'forbidden', 'notFound', 'versionConflict', 'invalidVenue'],
  example: { params: { version: '1' }, body: { baseVersion: 1 } },
});

export const diffVersions = endpoint({
  name: 'diffVersions',
  method: 'GET',
  path: '/designer/versions/:from/diff/:to',
  summary: 'What differs between two versions: areas, widgets, texts, assets',
  params: z.strictObject({ from: versionNumber, to: versionNumber }),
  answer: versionDifference,
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { from: '1', to: '1' } },
});

export const putAsset = endpoint({
  name: 'putAsset',
  method: 'PUT',
  path: '/designer/assets/:assetId',
  summary: 'Uploads the bytes of an asset as its next generation; the same bytes again change nothing',
  params: z.strictObject({ assetId: id }),
  query: z.strictObject({ displayName: z.optional(z.string()) }),
  body: 'raw',
  answer: storedAsset,
  errors: [
    'unauthorized',
    'forbidden',
    'payloadTooLarge',
    'unsupportedMediaType',
    'invalidAsset',
    'conflict',
    'storageFull',
    'requestTimeout',
  ],
  example: { params: { assetId: 'logo' } },
});

export const listAssets = endpoint({
  name: 'listAssets',
  method: 'GET',
  path: '/designer/assets',
  summary: 'The newest generation of every stored asset',
  answer: z.strictObject({ assets: z.array(storedAsset) }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

const suffix = z.optional(z.enum(imageSuffixes));
const generation = z.optional(z.coerce.number().check(z.int(), z.gte(0)));

export const getAsset = endpoint({
  name: 'getAsset',
  method: 'GET',
  path: '/architecture/:architectureId/assets/:assetId',
  summary: 'The bytes of an asset, of a generation and of a sized variant; answers Range and If-None-Match',
  params: z.strictObject({ architectureId: id, assetId: id }),
  query: z.strictObject({ generation, suffix }),
  answer: 'raw',
  errors: ['unauthorized', 'forbidden', 'notFound', 'rangeNotSatisfiable'],
  example: { params: { architectureId: 'nightfall', assetId: 'logo' } },
});

export const downloadAsset = endpoint({
  name: 'downloadAsset',
  method: 'GET',
  path: '/ui/architecture/:architectureID/assets/:assetID/download',
  summary: 'The bytes of an asset under its display name; `attachment` makes the browser save it',
  params: z.strictObject({ architectureID: id, assetID: id }),
  query: z.strictObject({ attachment: z.optional(z.enum(['', 'true', 'false', '1', '0'])), generation }),
  answer: 'raw',
  errors: ['unauthorized', 'forbidden', 'notFound', 'rangeNotSatisfiable'],
  example: { params: { architectureID: 'nightfall', assetID: 'logo' }, query: { attachment: 'true' } },
});

export const createStageLink = endpoint({
  name: 'createStageLink',
  method: 'POST',
  path: '/designer/stage-link',
  summary: 'An address that opens the stage once',
  answer: z.strictObject({ url: z.string(), expiresAt: z.number() }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const getOpenApi = endpoint({
  name: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'This interface as an OpenAPI 3.1 document',
  answer: z.looseObject({ openapi: z.string() }),
  example: {},
});
