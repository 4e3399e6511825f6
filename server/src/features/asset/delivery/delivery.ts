/** Serves assets: finds the requested generation, checks access and sends the bytes. */
import type { IncomingHttpHeaders } from 'node:http';
import { imageSuffixes, type ImageSuffix, type OperatingMode } from '@foyer/contract';
import type { Blobs } from '#platform/blobs/blobs';
import type { RawResponse } from '#platform/http/route';
import type { Clock } from '#platform/clock';
import { ApiError } from '#platform/apiError';
import { parseAssetUrl, formatAssetUrl, type AssetUrl } from './assetUrl.ts';
import { respondWithBytes, type Content } from '#platform/files/respondWithBytes';
import { bundleTypeOf, mainPlaylist } from '../media/hls.ts';
import { blobKey, bundleKey } from '../blobKeys.ts';
import { hls, mediaTypeOf } from '../media/mediaType.ts';
import { withQuery } from '../media/playlist.ts';
import { safeFileName } from '#platform/files/name';
import { signatureQuery } from '#platform/files/signature';
import { checkSignature, canReadGeneration } from '../policy.ts';
import type { LiveNeedsSignature, ShownAsset, VenueAssets } from '../ports.ts';
import { signAsset, signForViewer, verifiedQuery, verifyAsset } from './signature.ts';
import { readViewer, viewerOf } from './viewerCookie.ts';
import type { AssetStore } from '../store.ts';
import type { AssetGenerationRow } from '../tables.ts';
import type { Variants } from '../media/variants.ts';

export interface DeliveryDeps {
  readonly store: AssetStore;
  readonly blobs: Blobs;
  readonly variants: Variants;
  readonly venue: VenueAssets;
  readonly clock: Clock;
  /** The key that signs URLs. */
  readonly key: () => Promise<Buffer>;
  readonly liveNeedsSignature: LiveNeedsSignature;
  /** Whether cookies are sent over https only. */
  readonly secureCookies: boolean;
}

/** A URL for the player of one browser. */
export interface PlayerUrl {
  readonly url: string;
  readonly mediaType: string;
  /** The `Set-Cookie` values without which the URL cannot be loaded; none if the browser has the cookie. */
  readonly cookies: readonly string[];
}

/** A request for an asset; without a generation the one that the venue shows. */
export interface AssetRequest {
  readonly mode: OperatingMode;
  readonly architectureId: string;
  readonly assetId: string;
  readonly generation?: number | undefined;
  readonly suffix?: ImageSuffix | undefined;
  readonly disposition: Content['disposition'];
  readonly headers: IncomingHttpHeaders;
}

interface FoundAsset {
  readonly row: AssetGenerationRow;
  readonly shown: ShownAsset;
}

const notFound = () => new ApiError('notFound', 'Asset not found.');

/** @param attachment the query of this name */
export const dispositionOf = (attachment: string | null | undefined): Content['disposition'] =>
  attachment === undefined || attachment === null || attachment === 'false' || attachment === '0'
    ? 'inline'
    : 'attachment';

export class Delivery {
  private readonly deps: DeliveryDeps;

  constructor(deps: DeliveryDeps) {
    this.deps = deps;
  }

  /** The response to the asset API calls; their policy has checked the caller. */
  async respond(request: AssetRequest): Promise<RawResponse> {
    const { row, shown } = await this.find(request);
    const cache = request.generation === undefined ? 'revalidate' : 'immutable';
    const original = this.originalContent(row, shown, { cache, disposition: request.disposition });
    return respondWithBytes(
      request.suffix ? await this.variantContent(row, request.suffix, original) : original,
      request.headers,
    );
  }

  /**
   * Signs the URL of an asset that this mode shows; with a suffix only for this size. Throws `invalidInput` and `notFound`.
   */
  async sign(mode: OperatingMode, url: string): Promise<string> {
    const { assetUrl, suffix } = parseSignableUrl(url);
    if (assetUrl.mode !== mode) throw notFound();
    const { row } = await this.find(assetUrl);
    const file = row.mediaType === hls.mediaType ? (assetUrl.file ?? mainPlaylist) : assetUrl.file;
    if ((file === undefined) !== (row.mediaType !== hls.mediaType)) throw notFound();
    const complete = { ...assetUrl, generation: row.generation, file };
    const signature = signAsset(await this.deps.key(), complete, { suffix, now: this.deps.clock() });
    return `${formatAssetUrl(complete)}?${suffix ? `suffix=${suffix}&` : ''}${signatureQuery(signature)}`;
  }

  /**
   * Signs the URL at which a player loads an asset that this mode shows: of the file, or of the playlist of an HLS video.
   * Only the browser that sent `headers` can load it. Throws `notFound`.
   * @param expiresAt milliseconds since 1970
   */
  async signForPlayer(
    asset: Pick<AssetUrl, 'mode' | 'architectureId' | 'assetId'>,
    { expiresAt, headers }: { readonly expiresAt: number; readonly headers: IncomingHttpHeaders },
  ): Promise<PlayerUrl> {
    const { row } = await this.find(asset);
    const { mediaType, generation } = row;
    const complete = {
      ...asset,
      generation,
      file: mediaType === hls.mediaType ? mainPlaylist : undefined,
    };
    const { key, secureCookies } = this.deps;
    const { viewer, cookies } = viewerOf(headers, secureCookies);
    const expires = Math.floor(expiresAt / 1000);
    const query = signForViewer(await key(), complete, { viewer, expires });
    return { url: `${formatAssetUrl(complete)}?${query}`, mediaType, cookies };
  }

  /** The response to `/backend-assets/…`; `url` is the raw path and query. */
  async respondToUrl(url: string, headers: IncomingHttpHeaders): Promise<RawResponse> {
    const [path = '', ...rest] = url.split('?');
    const query = new URLSearchParams(rest.join('?'));
    const assetUrl = parseAssetUrl(path);
    if (!assetUrl) throw notFound();
    const { venue, clock, key, liveNeedsSignature, secureCookies } = this.deps;
    const verdict = verifyAsset(await key(), assetUrl, query, {
      viewer: readViewer(headers, secureCookies),
      now: clock(),
    });
    const shown = await venue.shown(assetUrl.mode, assetUrl.architectureId, assetUrl.assetId);
    checkSignature(assetUrl, shown, { verdict, liveNeedsSignature: liveNeedsSignature() });
    const { row } = await this.find(assetUrl, shown);
    const bundle = row.mediaType === hls.mediaType;
    const suffix = parseSuffix(query);
    if (assetUrl.generation === undefined || (bundle && assetUrl.file === undefined)) {
      return redirect(
        { ...assetUrl, generation: row.generation, file: bundle ? mainPlaylist : undefined },
        query,
      );
    }
    // The URL of an HLS video is that of its playlist, which has a cover but no other sizes.
    const isCover = bundle && suffix !== undefined && suffix !== 'unknown' && assetUrl.file === mainPlaylist;
    if (bundle && !isCover) {
      // Only a verified signature is added to the playlist's references.
      const signed = verdict === 'valid' ? query : undefined;
      return this.respondWithBundleFile(row, assetUrl.file ?? mainPlaylist, { signed, headers });
    }
    if ((assetUrl.file !== undefined && !isCover) || suffix === 'unknown') throw notFound();
    const disposition = dispositionOf(query.get('attachment'));
    const original = this.originalContent(row, shown, { cache: 'immutable', disposition });
    return respondWithBytes(suffix ? await this.variantContent(row, suffix, original) : original, headers);
  }

  /** Finds the asset through its venue, which decides about access. */
  private async find(
    request: Pick<AssetRequest, 'mode' | 'architectureId' | 'assetId' | 'generation'>,
    loaded?: ShownAsset,
  ): Promise<FoundAsset> {
    const { venue, store } = this.deps;
    const shown = loaded ?? (await venue.shown(request.mode, request.architectureId, request.assetId));
    if (!shown) throw notFound();
    const generation = request.generation ?? shown.generation;
    if (!canReadGeneration(request.mode, shown, generation)) throw notFound();
    const row = await store.generation(request.assetId, generation);
    if (!row) throw notFound();
    return { row, shown };
  }

  private originalContent(
    row: AssetGenerationRow,
    shown: ShownAsset | undefined,
    how: Pick<Content, 'cache' | 'disposition'>,
  ): Content {
    const { mediaType, extension, kind } = mediaTypeOf(row.mediaType);
    return {
      ...how,
      tag: row.sha256,
      // The single file of an HLS video is the uploaded tar.
      mediaType: kind === 'bundle' ? 'application/x-tar' : mediaType,
      bytes: row.bytes,
      fileName: safeFileName(shown?.displayName ?? row.displayName ?? row.assetId, extension),
      read: (range) => this.deps.blobs.read(blobKey(row), range),
    };
  }

  /** Throws `notFound` if the asset is not a picture and has no cover: clients fall back to the URL without a suffix. */
  private async variantContent(
    row: AssetGenerationRow,
    suffix: ImageSuffix,
    original: Content,
  ): Promise<Content> {
    const { variants, blobs } = this.deps;
    if (!variants.allows(row)) throw notFound();
    if (!variants.applies(row, suffix)) return original;
    const { key, bytes } = await variants.get(row, suffix);
    const { extension } = mediaTypeOf(row.mediaType);
    return {
      ...original,
      tag: `${row.sha256}-${suffix}`,
      mediaType: 'image/webp',
      bytes,
      fileName: `${original.fileName.slice(0, -extension.length)}.webp`,
      read: (range) => blobs.read(key, range),
    };
  }

  private async respondWithBundleFile(
    row: AssetGenerationRow,
    file: string,
    { signed, headers }: { signed: URLSearchParams | undefined; headers: IncomingHttpHeaders },
  ): Promise<RawResponse> {
    const mediaType = bundleTypeOf(file);
    const key = mediaType && bundleKey(row, file);
    const stat = key && (await this.deps.blobs.stat(key));
    if (!stat) throw notFound();
    const content: Content = {
      tag: `${row.sha256}-${file.replaceAll('/', '+')}`,
      mediaType,
      bytes: stat.bytes,
      cache: 'immutable',
      disposition: 'inline',
      fileName: file.replaceAll('/', '-'),
      read: (range) => this.deps.blobs.read(key, range),
    };
    const isPlaylist = file.endsWith('.m3u8');
    return respondWithBytes(isPlaylist && signed ? await signedPlaylist(content, signed) : content, headers);
  }
}

/** Adds the signature to each reference of a playlist: it covers all files of the asset. */
async function signedPlaylist(content: Content, query: URLSearchParams): Promise<Content> {
  const found = await content.read();
  if (!found || Buffer.isBuffer(found.body)) throw notFound();
  const chunks: Buffer[] = [];
  for await (const chunk of found.body as AsyncIterable<Buffer>) chunks.push(chunk);
  const text = Buffer.from(withQuery(Buffer.concat(chunks).toString('utf8'), verifiedQuery(query)));
  return {
    ...content,
    tag: `${content.tag}-${query.get('signature')}`,
    bytes: text.length,
    read: async (range) => {
      const body = range ? text.subarray(range.start, range.end + 1) : text;
      return { body, bytes: body.length };
    },
  };
}

function parseSuffix(query: URLSearchParams): ImageSuffix | undefined | 'unknown' {
  const name = query.get('suffix');
  return name === null ? undefined : (imageSuffixes.find((suffix) => suffix === name) ?? 'unknown');
}

/** Accepts only paths as the venue contains them: no host, scheme, fragment or escapes. */
function parseSignableUrl(url: string): { assetUrl: AssetUrl; suffix: ImageSuffix | undefined } {
  const invalidUrl = () =>
    new ApiError(
      'invalidInput',
      'The field url is not the URL of an asset (/backend-assets/live/… or /backend-assets/preview/…).',
    );
  if (url.length > 2048) throw invalidUrl();
  const [path = '', ...rest] = url.split('?');
  const assetUrl = parseAssetUrl(path);
  const suffix = parseSuffix(new URLSearchParams(rest.join('?')));
  if (!assetUrl || suffix === 'unknown') throw invalidUrl();
  return { assetUrl, suffix };
}

/** Redirects to the URL with a generation and keeps the query. */
const redirect = (assetUrl: AssetUrl, query: URLSearchParams): RawResponse => ({
  status: 307,
  headers: {
    location: `${formatAssetUrl(assetUrl)}${query.size === 0 ? '' : `?${query.toString()}`}`,
    'cache-control': 'no-store',
  },
});
