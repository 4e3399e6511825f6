/** Finds what an address names, checks who may read it, and hands out its bytes. */
import type { IncomingHttpHeaders } from 'node:http';
import { imageSuffixes, type ImageSuffix, type OperatingMode } from '@foyer/contract';
import type { Blobs } from '#platform/blobs/blobs';
import type { RawAnswer } from '#platform/http/route';
import type { Clock } from '#platform/clock';
import { Refusal } from '#platform/refusal';
import { readAddress, writeAddress, type AssetAddress } from './address.ts';
import { answerBytes, type Content } from '#platform/files/answer';
import { bundleTypeOf, mainPlaylist, withQuery } from '../media/hls.ts';
import { blobKey, bundleKey } from '../blobKeys.ts';
import { hls, mediaTypeOf } from '../media/mediaType.ts';
import { fileNameOf } from '#platform/files/name';
import { signatureQuery } from '#platform/files/signature';
import { checkSignature, mayReadGeneration } from '../policy.ts';
import type { LiveNeedsSignature, ShownAsset, VenueAssets } from '../ports.ts';
import { signAsset, verifyAsset } from './signature.ts';
import type { AssetStore } from '../store.ts';
import type { AssetGenerationRow } from '../tables.ts';
import type { Variants } from '../media/variants.ts';

export interface DeliveryParts {
  readonly store: AssetStore;
  readonly blobs: Blobs;
  readonly variants: Variants;
  readonly venue: VenueAssets;
  readonly clock: Clock;
  /** The key that addresses are signed with. */
  readonly key: () => Promise<Buffer>;
  readonly liveNeedsSignature: LiveNeedsSignature;
}

/** What a call asks for; without a generation the one that the venue shows. */
export interface Asked {
  readonly mode: OperatingMode;
  readonly architectureId: string;
  readonly assetId: string;
  readonly generation?: number | undefined;
  readonly suffix?: ImageSuffix | undefined;
  readonly disposition: Content['disposition'];
  readonly headers: IncomingHttpHeaders;
}

interface Found {
  readonly row: AssetGenerationRow;
  readonly shown: ShownAsset;
}

const notFound = () => new Refusal('notFound', 'There is no such asset.');

export class Delivery {
  readonly #parts: DeliveryParts;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** The answer to the asset calls; who may call was checked by their policy. */
  async answer(asked: Asked): Promise<RawAnswer> {
    const { row, shown } = await this.#find(asked);
    const cache = asked.generation === undefined ? 'revalidate' : 'immutable';
    const whole = this.#whole(row, shown, { cache, disposition: asked.disposition });
    return answerBytes(asked.suffix ? await this.#sized(row, asked.suffix, whole) : whole, asked.headers);
  }

  /** A signed address of an asset that this mode has. Throws `invalidInput` and `notFound`. */
  async sign(mode: OperatingMode, url: string): Promise<string> {
    const { address, suffix } = readSignable(url);
    if (address.mode !== mode) throw notFound();
    const { row } = await this.#find(address);
    const file = row.mediaType === hls.mediaType ? (address.file ?? mainPlaylist) : address.file;
    if ((file === undefined) !== (row.mediaType !== hls.mediaType)) throw notFound();
    const whole = { ...address, generation: row.generation, file };
    const signature = signAsset(await this.#parts.key(), whole, this.#parts.clock());
    return `${writeAddress(whole)}?${suffix ? `suffix=${suffix}&` : ''}${signatureQuery(signature)}`;
  }

  /** The answer to `/backend-assets/…`; `url` is path and query as they came. */
  async answerAddress(url: string, headers: IncomingHttpHeaders): Promise<RawAnswer> {
    const [path = '', ...rest] = url.split('?');
    const query = new URLSearchParams(rest.join('?'));
    const address = readAddress(path);
    if (!address) throw notFound();
    const { venue, clock, key, liveNeedsSignature } = this.#parts;
    const verdict = verifyAsset(await key(), address, query, clock());
    const shown = await venue.shown(address.mode, address.architectureId, address.assetId);
    checkSignature(address, shown, { verdict, liveNeedsSignature: liveNeedsSignature() });
    const { row } = await this.#find(address, shown);
    const bundle = row.mediaType === hls.mediaType;
    if (address.generation === undefined || (bundle && address.file === undefined)) {
      return redirect(
        { ...address, generation: row.generation, file: bundle ? mainPlaylist : undefined },
        query,
      );
    }
    if (bundle) {
      // Only a signature that was verified is handed on.
      const signed = verdict === 'good' ? query : undefined;
      return this.#answerBundle(row, address.file ?? mainPlaylist, { signed, headers });
    }
    const suffix = readSuffix(query);
    if (address.file !== undefined || suffix === 'unknown') throw notFound();
    const whole = this.#whole(row, shown, { cache: 'immutable', disposition: 'inline' });
    return answerBytes(suffix ? await this.#sized(row, suffix, whole) : whole, headers);
  }

  /** The asset through its venue: an id alone opens nothing. */
  async #find(
    asked: Pick<Asked, 'mode' | 'architectureId' | 'assetId' | 'generation'>,
    known?: ShownAsset,
  ): Promise<Found> {
    const { venue, store } = this.#parts;
    const shown = known ?? (await venue.shown(asked.mode, asked.architectureId, asked.assetId));
    if (!shown) throw notFound();
    const generation = asked.generation ?? shown.generation;
    if (!mayReadGeneration(asked.mode, shown, generation)) throw notFound();
    const row = await store.generation(asked.assetId, generation);
    if (!row) throw notFound();
    return { row, shown };
  }

  #whole(
    row: AssetGenerationRow,
    shown: ShownAsset | undefined,
    how: Pick<Content, 'cache' | 'disposition'>,
  ): Content {
    const { mediaType, extension, kind } = mediaTypeOf(row.mediaType);
    return {
      ...how,
      tag: row.sha256,
      // An HLS video as one file is the tar it came as.
      mediaType: kind === 'bundle' ? 'application/x-tar' : mediaType,
      bytes: row.bytes,
      fileName: fileNameOf(shown?.displayName ?? row.displayName ?? row.assetId, extension),
      read: (range) => this.#parts.blobs.read(blobKey(row), range),
    };
  }

  /** Throws `notFound` for what is no picture: a client falls back to the asset without a suffix. */
  async #sized(row: AssetGenerationRow, suffix: ImageSuffix, whole: Content): Promise<Content> {
    if (mediaTypeOf(row.mediaType).kind !== 'picture') throw notFound();
    const { variants, blobs } = this.#parts;
    if (!variants.applies(row, suffix)) return whole;
    const { key, bytes } = await variants.get(row, suffix);
    const { extension } = mediaTypeOf(row.mediaType);
    return {
      ...whole,
      tag: `${row.sha256}-${suffix}`,
      mediaType: 'image/webp',
      bytes,
      fileName: `${whole.fileName.slice(0, -extension.length)}.webp`,
      read: (range) => blobs.read(key, range),
    };
  }

  async #answerBundle(
    row: AssetGenerationRow,
    file: string,
    { signed, headers }: { signed: URLSearchParams | undefined; headers: IncomingHttpHeaders },
  ): Promise<RawAnswer> {
    const mediaType = bundleTypeOf(file);
    const key = mediaType && bundleKey(row, file);
    const there = key && (await this.#parts.blobs.stat(key));
    if (!there) throw notFound();
    const content: Content = {
      tag: `${row.sha256}-${file.replaceAll('/', '+')}`,
      mediaType,
      bytes: there.bytes,
      cache: 'immutable',
      disposition: 'inline',
      fileName: file.replaceAll('/', '-'),
      read: (range) => this.#parts.blobs.read(key, range),
    };
    const isPlaylist = file.endsWith('.m3u8');
    return answerBytes(isPlaylist && signed ? await signedPlaylist(content, signed) : content, headers);
  }
}

/** What a playlist names is signed by the same signature, so it is handed on to each of its addresses. */
async function signedPlaylist(content: Content, query: URLSearchParams): Promise<Content> {
  const found = await content.read();
  if (!found || Buffer.isBuffer(found.body)) throw notFound();
  const chunks: Buffer[] = [];
  for await (const chunk of found.body as AsyncIterable<Buffer>) chunks.push(chunk);
  const expires = Number(query.get('expires'));
  const signature = query.get('signature') ?? '';
  const text = Buffer.from(
    withQuery(Buffer.concat(chunks).toString('utf8'), signatureQuery({ expires, signature })),
  );
  return {
    ...content,
    tag: `${content.tag}-${signature}`,
    bytes: text.length,
    read: async (range) => {
      const body = range ? text.subarray(range.start, range.end + 1) : text;
      return { body, bytes: body.length };
    },
  };
}

function readSuffix(query: URLSearchParams): ImageSuffix | undefined | 'unknown' {
  const given = query.get('suffix');
  return given === null ? undefined : (imageSuffixes.find((suffix) => suffix === given) ?? 'unknown');
}

/** Only a path of ours, as the venue writes it: no host, no scheme, no fragment, nothing escaped. */
function readSignable(url: string): { address: AssetAddress; suffix: ImageSuffix | undefined } {
  const wrong = () =>
    new Refusal(
      'invalidInput',
      'url: is not an address of an asset (/backend-assets/live/… or /backend-assets/preview/…).',
    );
  if (url.length > 2048) throw wrong();
  const [path = '', ...rest] = url.split('?');
  const address = readAddress(path);
  const suffix = readSuffix(new URLSearchParams(rest.join('?')));
  if (!address || suffix === 'unknown') throw wrong();
  return { address, suffix };
}

/** To the address with its generation; what came along in the query goes along. */
const redirect = (address: AssetAddress, query: URLSearchParams): RawAnswer => ({
  status: 307,
  headers: {
    location: `${writeAddress(address)}${query.size === 0 ? '' : `?${query.toString()}`}`,
    'cache-control': 'no-store',
  },
});
