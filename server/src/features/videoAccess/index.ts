/**
 * How a user can play a film of the venue (CALL-11): an asset by a URL that expires soon and that only this browser can
 * load, a film on Vimeo in Vimeo's player, or with a token of its owner by a link to its stream. The film must be named by
 * a configuration that is active now. For private films on Vimeo this decides who gets a link, and when. Assets it does
 * not hide: everyone who may see the venue can also request them as files.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { accessVideo, parseVimeo, vimeoEmbedUrl, type ResponseOf } from '@foyer/contract';
import { ApiError } from '#platform/apiError';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { withCookies } from '#platform/http/cookies';
import { rateLimitKeyOf, route, venueReader, type Raw } from '#platform/http/route';
import { RateLimiter } from '#platform/realtime/rateLimit';
import { findFilm } from './findFilm.ts';
import type { AssetOfVenue, VideoAccessPorts } from './ports.ts';
import { answerMs, VimeoApi } from './vimeoApi.ts';

/** How long the URL of an asset is valid. Players request a new one before. */
const assetUrlMs = 15 * 60_000;
/** More often than a user opens films, and players renew their URLs. */
const accessLimit = { burst: 30, everyMs: 2_000 };

type VideoAccess = ResponseOf<typeof accessVideo>;

export const videoAccessFeature = defineFeature({ create });

function create({ config, clock, monotonicClock, log }: Platform, ports: VideoAccessPorts): Feature {
  const limiter = new RateLimiter(accessLimit, monotonicClock);
  const vimeo = config.vimeo && new VimeoApi(config.vimeo, { clock, monotonicClock, log });

  const accessAsset = async (asset: AssetOfVenue, headers: IncomingHttpHeaders): Promise<Raw> => {
    const expiresAt = clock() + assetUrlMs;
    const { url, mediaType, cookies } = await ports.signForPlayer(asset, { expiresAt, headers });
    const kind = kindOf(mediaType);
    if (kind === undefined) throw unplayable(`The asset ${asset.assetId} is not a video, but ${mediaType}.`);
    return withCookies(cookies, { kind, url, expiresAt } satisfies VideoAccess);
  };

  const accessAddress = async (address: string): Promise<VideoAccess> => {
    const content = parseVimeo(address);
    if (!content) throw unplayable('Only films on Vimeo can be played here. Open this address in a tab.');
    const film = content.kind === 'video' ? await vimeo?.find(content.id) : undefined;
    if (film?.stream && film.stream !== 'expiring') return { kind: 'hls', ...film.stream };
    if (film && !film.isFrameable) throw film.stream === 'expiring' ? expiring() : notShown();
    return { kind: 'iframe', url: vimeoEmbedUrl(content) };
  };

  return {
    routes: [
      route({
        endpoint: accessVideo,
        policy: venueReader,
        handle: async ({ mode, caller, address, body, headers }) => {
          if (!limiter.take(rateLimitKeyOf(caller, address)))
            throw new ApiError('tooManyRequests', 'Rate limit exceeded: wait before you open another film.', {
              retryAfter: accessLimit.everyMs / 1_000,
            });
          const { architectureId } = body;
          const film = findFilm(await ports.findArchitecture(mode, architectureId), body, {
            mode,
            now: clock(),
          });
          return 'assetId' in film
            ? accessAsset({ mode, architectureId, assetId: film.assetId }, headers)
            : accessAddress(film.address);
        },
      }),
    ],
  };
}

/** The kind of an asset that is a video. */
function kindOf(mediaType: string): VideoAccess['kind'] | undefined {
  if (mediaType === 'application/vnd.apple.mpegurl') return 'hls';
  return mediaType.startsWith('video/') ? 'file' : undefined;
}

const unplayable = (errMsg: string): ApiError => new ApiError('conflict', errMsg);

const notShown = (): ApiError =>
  unplayable('This film is private on Vimeo, and the token of this server cannot play it.');

const expiring = (): ApiError =>
  new ApiError('unavailable', 'Vimeo’s link to this film is about to expire. Try again in a minute.', {
    retryAfter: answerMs / 1_000,
  });
