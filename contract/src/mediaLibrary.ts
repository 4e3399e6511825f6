/** Downloads of several files of a media library (CALL-27). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { archiveMedia } from './limits.ts';
import { id, locale } from './values.ts';

const params = z.strictObject({ architectureID: id, widgetID: id });

/** Ids of widgets are unique in their area only. Without it, any area of the venue. */
const areaId = z.optional(id);

/** What an archive contains: media by id, a folder, or without both the whole library. */
const selection = {
  areaId,
  folder: z.optional(id),
  media: z.optional(z.array(id).check(z.minLength(1), z.maxLength(archiveMedia))),
  /** The language of the file names. */
  locale,
};

export const createArchiveLink = endpoint({
  name: 'createArchiveLink',
  method: 'POST',
  path: '/ui/architecture/:architectureID/widgets/:widgetID/archive-link',
  summary:
    'Returns a link with which the browser of the caller can download files of a media library as one ZIP, once and within a minute',
  params,
  body: z.strictObject(selection),
  response: z.strictObject({
    /** Path and query of `downloadArchive` on this server, with a ticket. */
    url: z.string(),
    fileName: z.string(),
    files: z.number(),
    /** The size of the ZIP. */
    bytes: z.number(),
    /** Milliseconds since 1970. */
    expiresAt: z.number(),
  }),
  // `conflict`: the user downloads another archive. The browser could not say why its own download was refused.
  errors: ['unauthorized', 'forbidden', 'notFound', 'conflict'],
  example: {
    params: { architectureID: 'nightfall', widgetID: 'library' },
    body: { folder: 'talks', locale: 'en' },
  },
});

export const downloadArchive = endpoint({
  name: 'downloadArchive',
  method: 'GET',
  path: '/ui/architecture/:architectureID/widgets/:widgetID/download',
  summary:
    'Returns files of a media library as one ZIP with its length: the whole library, a `folder`, or `media` by their ids, separated by commas',
  params,
  query: z.strictObject({
    areaId,
    folder: z.optional(id),
    media: z.optional(z.string()),
    locale: z.optional(locale),
    /**
     * Of a link from `createArchiveLink`; the three replace the authorization header. The ticket identifies the link and
     * the user it is for.
     */
    ticket: z.optional(z.string()),
    expires: z.optional(z.string()),
    signature: z.optional(z.string()),
  }),
  response: 'raw',
  errors: ['unauthorized', 'forbidden', 'notFound', 'conflict', 'linkExpired'],
  example: { params: { architectureID: 'nightfall', widgetID: 'library' }, query: { folder: 'talks' } },
});

export const mediaLibraryEndpoints = [createArchiveLink, downloadArchive] as const;
