/**
 * Endpoints for venue files, versions and assets (CALL-01 to CALL-26). Paths are below `/api` (live) and `/stage/api`
 * (stage).
 */
import * as z from 'zod/mini';
import { storedAsset } from './asset.ts';
import { endpoint } from './endpoint.ts';
import { imageSuffixes } from './limits.ts';
import { localizedTexts } from './localized.ts';
import { id } from './values.ts';
import { venue } from './venue.ts';
import { venueVersion } from './venueVersion.ts';

const versionNumber = z.coerce.number().check(z.int(), z.gte(1));

/** A saved version: its number, its base version, and who saved it when. */
export const versionEntry = z.strictObject({
  version: z.number(),
  baseVersion: z.nullable(z.number()),
  /** Milliseconds since 1970. */
  savedAt: z.number(),
  savedBy: z.string(),
  architectureId: z.string(),
  /** The version that was restored; null if this version is not a restored one. */
  restoredFrom: z.nullable(z.number()),
  published: z.boolean(),
});
export type VersionEntry = z.infer<typeof versionEntry>;

const changedKeys = z.strictObject({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  changed: z.array(z.string()),
});

/** A field of the venue file; with `id` an entry of a list, with `locale` the entry of one language. */
export const changeStep = z.strictObject({
  field: z.string(),
  id: z.optional(z.string()),
  locale: z.optional(z.string()),
});
export type ChangeStep = z.infer<typeof changeStep>;

export const changeValue = z.union([z.string(), z.number(), z.boolean()]);
export type ChangeValue = z.infer<typeof changeValue>;

export const changeKinds = ['areas', 'widgets', 'texts', 'assets', 'settings'] as const;
export type ChangeKind = (typeof changeKinds)[number];
export const changeTypes = ['added', 'removed', 'changed'] as const;

/**
 * One difference. `before` and `after` are the values of a single field. Both are absent if a part with several fields was
 * added or removed, and if only the order of a list changed.
 */
export const versionChange = z.strictObject({
  kind: z.enum(changeKinds),
  type: z.enum(changeTypes),
  path: z.array(changeStep),
  before: z.optional(changeValue),
  after: z.optional(changeValue),
});
export type VersionChange = z.infer<typeof versionChange>;

/** Names by path (`areas/lobby/viewPoints/main`): translated ones, or one for all languages. */
export const changeNames = z.record(z.string(), z.union([z.string(), localizedTexts]));
export type ChangeNames = z.infer<typeof changeNames>;

/**
 * The difference between two versions. The lists by kind have ids of areas, widgets (`area/widget`) and assets, paths of
 * texts with their locale, and names of the architecture's other fields. A changed text is listed in `texts` only.
 * `changes` has each difference with its values, and `names` the names of the parts on their paths.
 */
export const versionDiff = z.strictObject({
  from: z.number(),
  to: z.number(),
  areas: changedKeys,
  widgets: changedKeys,
  texts: changedKeys,
  assets: changedKeys,
  settings: changedKeys,
  changes: z.array(versionChange),
  names: changeNames,
});
export type VersionDiff = z.infer<typeof versionDiff>;

export const saveWarning = z.strictObject({ path: z.string(), reason: z.string() });
export const saveResult = z.strictObject({ version: z.number(), warnings: z.array(saveWarning) });

/** The version, and warnings about the content of the venue (CONSENT-14, COI-03). */
export const publishResult = z.strictObject({ ...venueVersion.shape, warnings: z.array(saveWarning) });
export type PublishResult = z.infer<typeof publishResult>;

/** A warning about a saved version. `path` is that of a change: the stage describes it in words. */
export const versionWarning = z.strictObject({ path: z.array(changeStep), reason: z.string() });
export type VersionWarning = z.infer<typeof versionWarning>;

/** `names` has the names of the parts on the paths. */
export const versionWarnings = z.strictObject({ warnings: z.array(versionWarning), names: changeNames });
export type VersionWarnings = z.infer<typeof versionWarnings>;

export const publishVenue = endpoint({
  name: 'publishVenue',
  method: 'POST',
  path: '/designer/publish/:architectureID',
  summary: 'Publishes the staged version of an architecture',
  params: z.strictObject({ architectureID: id }),
  /** The staged version that the client has seen. If another version has been staged since, the call fails with 409. */
  body: z.optional(z.strictObject({ version: z.optional(z.number()) })),
  response: publishResult,
  errors: ['unauthorized', 'forbidden', 'notFound', 'versionConflict', 'invalidVenue'],
  example: { params: { architectureID: 'nightfall' }, body: {} },
});

export const saveVenue = endpoint({
  name: 'saveVenue',
  method: 'POST',
  path: '/designer/save-venue-json/stage',
  summary: 'Saves {baseVersion, venue} as the next staged version. baseVersion is 0 for the first save',
  body: 'text',
  response: saveResult,
  errors: ['unauthorized', 'forbidden', 'payloadTooLarge', 'invalidVenue', 'versionConflict'],
  example: { body: { baseVersion: 0, venue: { architectures: [] } } },
});

export const validateVenue = endpoint({
  name: 'validateVenue',
  method: 'POST',
  path: '/designer/validate-venue-json',
  summary: 'Validates a venue file without storing it',
  body: 'text',
  response: z.strictObject({ warnings: z.array(saveWarning) }),
  errors: ['unauthorized', 'forbidden', 'payloadTooLarge', 'invalidVenue'],
  example: { body: { architectures: [] } },
});

export const unpublishVenue = endpoint({
  name: 'unpublishVenue',
  method: 'POST',
  path: '/designer/unpublish',
  summary: 'Unpublishes the live venue: publishedVersion becomes -1',
  response: venueVersion,
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const countLiveAttendees = endpoint({
  name: 'countLiveAttendees',
  method: 'GET',
  path: '/designer/live-attendees',
  summary: 'Returns how many attendees, with or without an account, have the live venue open right now',
  response: z.strictObject({ count: z.number() }),
  errors: ['unauthorized', 'forbidden'],
  example: { response: { count: 123 } },
});

export const listVersions = endpoint({
  name: 'listVersions',
  method: 'GET',
  path: '/designer/versions',
  summary: 'Lists the saved versions, newest first',
  query: z.strictObject({
    architectureId: z.optional(id),
    before: z.optional(versionNumber),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(200))),
  }),
  response: z.strictObject({ versions: z.array(versionEntry) }),
  errors: ['unauthorized', 'forbidden'],
  example: { query: { limit: '20' } },
});

export const getVersion = endpoint({
  name: 'getVersion',
  method: 'GET',
  path: '/designer/versions/:version',
  summary: 'Returns a saved version of the venue',
  params: z.strictObject({ version: versionNumber }),
  response: z.strictObject({ entry: versionEntry, venue }),
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { version: '1' } },
});

export const getVersionWarnings = endpoint({
  name: 'getVersionWarnings',
  method: 'GET',
  path: '/designer/versions/:version/warnings',
  summary: 'Returns the warnings that publishing the version would return',
  params: z.strictObject({ version: versionNumber }),
  response: versionWarnings,
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { version: '1' } },
});

export const restoreVersion = endpoint({
  name: 'restoreVersion',
  method: 'POST',
  path: '/designer/versions/:version/restore',
  summary: 'Saves an earlier version again as the next staged version',
  params: z.strictObject({ version: versionNumber }),
  body: z.strictObject({ baseVersion: z.number() }),
  response: saveResult,
  errors: ['unauthorized', 'forbidden', 'notFound', 'versionConflict', 'invalidVenue'],
  example: { params: { version: '1' }, body: { baseVersion: 1 } },
});

export const diffVersions = endpoint({
  name: 'diffVersions',
  method: 'GET',
  path: '/designer/versions/:from/diff/:to',
  summary: 'Compares two versions: areas, widgets, texts, assets, settings, with old and new values',
  params: z.strictObject({ from: versionNumber, to: versionNumber }),
  response: versionDiff,
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { from: '1', to: '1' } },
});

export const uploadAsset = endpoint({
  name: 'uploadAsset',
  method: 'PUT',
  path: '/designer/assets/:assetId',
  summary:
    'Uploads the bytes of an asset as its next generation. Uploading the current bytes again has no effect',
  params: z.strictObject({ assetId: id }),
  query: z.strictObject({ displayName: z.optional(z.string()) }),
  body: 'raw',
  response: storedAsset,
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
  summary: 'Lists the newest generation of each stored asset',
  response: z.strictObject({ assets: z.array(storedAsset) }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

const suffix = z.optional(z.enum(imageSuffixes));
const generation = z.optional(z.coerce.number().check(z.int(), z.gte(0)));

export const getAsset = endpoint({
  name: 'getAsset',
  method: 'GET',
  path: '/architecture/:architectureId/assets/:assetId',
  summary:
    'Returns the bytes of an asset. `generation` selects a version, `suffix` a width. Supports Range and If-None-Match',
  params: z.strictObject({ architectureId: id, assetId: id }),
  query: z.strictObject({ generation, suffix }),
  response: 'raw',
  errors: ['unauthorized', 'forbidden', 'notFound', 'rangeNotSatisfiable'],
  example: { params: { architectureId: 'nightfall', assetId: 'logo' } },
});

export const downloadAsset = endpoint({
  name: 'downloadAsset',
  method: 'GET',
  path: '/ui/architecture/:architectureID/assets/:assetID/download',
  summary:
    'Returns the bytes of an asset with its display name as file name, of an HLS video the uploaded tar archive. `attachment` makes the browser save the file',
  params: z.strictObject({ architectureID: id, assetID: id }),
  query: z.strictObject({ attachment: z.optional(z.enum(['', 'true', 'false', '1', '0'])), generation }),
  response: 'raw',
  errors: ['unauthorized', 'forbidden', 'notFound', 'rangeNotSatisfiable'],
  example: { params: { architectureID: 'nightfall', assetID: 'logo' }, query: { attachment: 'true' } },
});

export const createStageLink = endpoint({
  name: 'createStageLink',
  method: 'POST',
  path: '/designer/stage-link',
  summary: 'Creates a link that opens the stage once',
  response: z.strictObject({ url: z.string(), expiresAt: z.number() }),
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const getOpenApi = endpoint({
  name: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Returns this API as an OpenAPI 3.1 document',
  response: z.looseObject({ openapi: z.string() }),
  example: {},
});
