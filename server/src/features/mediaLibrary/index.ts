/**
 * Media libraries: downloads of several files as one ZIP (CALL-27). `selection.ts` finds the media, `archives.ts` names
 * their files, and `archiveLinks.ts` lets a browser download without an Authorization header.
 */
import { archiveMedia, createArchiveLink, downloadArchive, id } from '@foyer/contract';
import { ApiError } from '#platform/apiError';
import { once } from '#platform/concurrency/once';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { contentDisposition } from '#platform/files/name';
import { createZip, zipLength } from '#platform/files/zip';
import { enforcePolicy } from '#platform/http/access';
import { raw, route, signedUrl, venueReader, type RawResponse } from '#platform/http/route';
import { RateLimiter } from '#platform/realtime/rateLimit';
import { SingleUseRegistry, type SingleUseTables } from '#platform/singleUseRegistry';
import { ArchiveLinks, hasLink } from './archiveLinks.ts';
import { Archives } from './archives.ts';
import type { MediaLibraryPorts } from './ports.ts';
import { RunningArchives } from './runningArchives.ts';

/** More often than a user chooses files: each link and each download looks all of them up. */
const rateLimit = { burst: 20, everyMs: 3_000 };

export const mediaLibraryFeature = defineFeature({ create });

function create(
  { config, storage, clock, monotonicClock, secrets, log }: Platform<SingleUseTables>,
  ports: MediaLibraryPorts,
): Feature {
  const defaultLocale = config.locales.default;
  const archives = new Archives({ ...ports, clock, defaultLocale });
  const links = new ArchiveLinks({
    key: once(() => secrets.key('archive-link')),
    used: new SingleUseRegistry(storage),
    clock,
  });
  const limiter = new RateLimiter(rateLimit, monotonicClock);
  const running = new RunningArchives();

  const limitRate = (what: 'link' | 'download', user: string): void => {
    if (limiter.take(`${what}:${user}`)) return;
    throw new ApiError('tooManyRequests', 'Rate limit exceeded: wait before you download again.', {
      retryAfter: rateLimit.everyMs / 1_000,
    });
  };

  return {
    routes: [
      route({
        endpoint: createArchiveLink,
        policy: venueReader,
        handle: async ({ mode, caller, address, params, body }) => {
          const user = await links.userOf(caller, address);
          limitRate('link', user);
          running.assertFree(user);
          const request = { mode, ...params, ...body };
          const { fileName, entries } = await archives.find(request);
          const link = await links.create(request, user);
          return { ...link, fileName, files: entries.length, bytes: zipLength(entries) };
        },
      }),
      route({
        endpoint: downloadArchive,
        // Without a link the handler enforces `venueReader`.
        policy: signedUrl,
        handle: async ({ mode, method, caller, address, headers, params, query, requestId }) => {
          const { areaId, folder, locale = defaultLocale } = query;
          const request = { mode, ...params, areaId, folder, media: parseMedia(query.media), locale };
          const link = hasLink(query) ? await links.verify(request, query) : undefined;
          if (link === undefined) enforcePolicy(venueReader, mode, caller, ports.loginEnabled());
          const sender = await links.userOf(caller, address);
          if (link !== undefined && headers.authorization !== undefined && link.user !== sender)
            throw new ApiError('forbidden', 'This link is for another user.');
          const user = link?.user ?? sender;
          limitRate('download', user);
          // Does not use the link, because browsers and download programs ask for the length first.
          if (method === 'HEAD') {
            const { fileName, entries } = await archives.find(request);
            return raw(toResponse(fileName, zipLength(entries)));
          }
          const end = running.begin(user);
          try {
            const { fileName, entries } = await archives.find(request);
            if (link !== undefined) await links.use(link);
            const { bytes, stream } = createZip(entries);
            stream.once('error', (err) => log.warn({ err, requestId }, 'archive aborted'));
            stream.once('close', end);
            return raw({ ...toResponse(fileName, bytes), body: stream });
          } catch (error) {
            end();
            throw error;
          }
        },
      }),
    ],
  };
}

/** @throws ApiError `invalidInput` */
function parseMedia(media: string | undefined): readonly string[] | undefined {
  const ids = media?.split(',');
  if (ids !== undefined && (ids.length > archiveMedia || !ids.every((each) => id.safeParse(each).success)))
    throw new ApiError(
      'invalidInput',
      `The parameter media is invalid: it has at most ${archiveMedia} ids, separated by commas.`,
    );
  return ids;
}

const toResponse = (fileName: string, bytes: number): RawResponse => ({
  status: 200,
  headers: {
    'content-type': 'application/zip',
    'content-length': bytes,
    'content-disposition': contentDisposition('attachment', fileName),
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    // nginx would write large responses to its disk, faster than the client reads them.
    'x-accel-buffering': 'no',
  },
});
