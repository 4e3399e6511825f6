import {
  downloadAsset,
  getAsset,
  getVenue,
  uploadAsset,
  signAssetUrl,
  unpublishVenue,
  type ImageSuffix,
} from '@foyer/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFoyer, testAdminKey, type Foyer } from '#testing/foyer';
import { startS3, type S3Server } from '#testing/s3';
import {
  gifWithScript,
  acceptedFiles,
  hlsFiles,
  noisePicture,
  plainPicture,
  tarOf,
} from '../testing/uploads.ts';
import { publishNewest, saveVersion } from '#testing/venues';
import { s3Env, venueOf, publishWithAssets } from '../testing/publishedAssets.ts';

let s3: S3Server;
let photo: Buffer;
beforeAll(async () => {
  s3 = await startS3();
  photo = await noisePicture(700, 350).webp().toBuffer();
});
afterAll(() => s3.close());

const pdf = acceptedFiles.find(([type]) => type === 'application/pdf')?.[1] ?? Buffer.alloc(0);
const put = (foyer: Foyer, assetId: string, body: Buffer) =>
  foyer.must(uploadAsset, { params: { assetId }, query: {}, body: new Uint8Array(body) });
const of = (assetId: string, architectureId = 'fair') => ({ architectureId, assetId });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
const signed = async (foyer: Foyer, url: string) =>
  (await foyer.must(signAssetUrl, { query: { url } }, { mode: 'STAGE', as: 'stage' })).signedUrl;

/** Starts a server with a published venue that has a photo and a document. */
async function fair(store: 'folder' | 's3' = 'folder'): Promise<Foyer> {
  const foyer = await startFoyer(store === 's3' ? { env: s3Env(s3) } : {});
  await put(foyer, 'photo', photo);
  await put(foyer, 'paper', pdf);
  await publishWithAssets(foyer, ['photo', { id: 'paper', displayName: 'The programme' }]);
  return foyer;
}

describe.each(['folder', 's3'] as const)('from a %s', (store) => {
  test('CALL-23a the asset call returns the bytes the venue shows, with an ETag and private caching', async () => {
    const foyer = await fair(store);
    const got = await foyer.call(getAsset, { params: of('photo'), query: {} }, { as: 'anonymous' });
    expect(Buffer.from(got.bytes).equals(photo)).toBe(true);
    expect(Object.fromEntries(got.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(photo.length),
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
    });
    const pinned = await foyer.call(
      getAsset,
      { params: of('photo'), query: { generation: 1 } },
      { as: 'anonymous' },
    );
    expect(pinned.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    expect(pinned.headers.get('etag')).toBe(got.headers.get('etag'));
  });

  test('ASSET-03a CALL-23b a suffix returns a variant of that width, created once for concurrent requests', async () => {
    const foyer = await fair(store);
    const ask = (suffix: ImageSuffix) =>
      foyer.call(getAsset, { params: of('photo'), query: { suffix, generation: 1 } }, { as: 'anonymous' });
    const many = await Promise.all(Array.from({ length: 8 }, () => ask('w640')));
    const [first] = many;
    for (const got of many) expect(Buffer.from(got.bytes).equals(first?.bytes ?? photo)).toBe(true);
    expect(first?.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(Buffer.from(first?.bytes ?? [])).metadata()).toMatchObject({
      width: 640,
      height: 320,
    });
    // A suffix wider than the picture returns the picture itself.
    const wide = await ask('w2560');
    expect(Buffer.from(wide.bytes).equals(photo)).toBe(true);
    expect(wide.headers.get('etag')).not.toBe(first?.headers.get('etag'));
  });

  test('a range of an asset gets 206 with exactly its bytes', async () => {
    const foyer = await fair(store);
    for (const [range, start, end] of [
      ['bytes=0-1', 0, 1],
      ['bytes=100-199', 100, 199],
      ['bytes=100-', 100, photo.length - 1],
      ['bytes=-50', photo.length - 50, photo.length - 1],
      [`bytes=10-${photo.length + 999}`, 10, photo.length - 1],
      [`bytes=-${photo.length + 5}`, 0, photo.length - 1],
    ] as const) {
      const response = await foyer.fetch('/backend-assets/live/fair/photo/1', { headers: { range } });
      expect(response.status, range).toBe(206);
      expect(response.headers.get('content-range'), range).toBe(`bytes ${start}-${end}/${photo.length}`);
      expect((await bytesOf(response)).equals(photo.subarray(start, end + 1)), range).toBe(true);
    }
  });

  test('an HLS video is served by its playlist, and each segment supports ranges', async () => {
    const foyer = await startFoyer(store === 's3' ? { env: s3Env(s3) } : {});
    const files = hlsFiles();
    const tar = await tarOf(files);
    await put(foyer, 'stream', tar);
    await publishWithAssets(foyer, ['stream']);
    const root = '/backend-assets/live/fair/stream/1';
    const entry = await foyer.fetch(root);
    expect([entry.status, entry.headers.get('location')]).toEqual([307, `${root}/playlist.m3u8`]);
    const playlist = await foyer.fetch(`${root}/playlist.m3u8`);
    expect(playlist.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
    expect(await playlist.text()).toBe(files['playlist.m3u8']);
    // A signature that was not needed and not checked is not added to the references.
    const strange = await foyer.fetch(`${root}/playlist.m3u8?signature=%0Ax&expires=1`);
    expect([strange.status, await strange.text()]).toEqual([200, files['playlist.m3u8']]);
    const part = await foyer.fetch(`${root}/720p/seg1.ts`, { headers: { range: 'bytes=188-375' } });
    expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp2t']);
    expect((await bytesOf(part)).equals(Buffer.from(files['720p/seg1.ts'] ?? '').subarray(188, 376))).toBe(
      true,
    );
    expect((await foyer.fetch(`${root}/720p/seg2.ts`)).status).toBe(404);
    const whole = await foyer.call(getAsset, { params: of('stream'), query: {} }, { as: 'anonymous' });
    expect(Buffer.from(whole.bytes).equals(tar)).toBe(true);
    expect(whole.headers.get('content-type')).toBe('application/x-tar');
  });
});

const conditions: readonly [string, Record<string, string>, number][] = [
  ['no condition', {}, 200],
  ['the tag', { 'if-none-match': 'TAG' }, 304],
  ['the tag, weak, in a list', { 'if-none-match': '"other", W/TAG' }, 304],
  ['any tag', { 'if-none-match': '*' }, 304],
  ['another tag', { 'if-none-match': '"other"' }, 200],
  ['the tag beside a range', { 'if-none-match': 'TAG', range: 'bytes=0-1' }, 304],
  ['a range with the matching tag', { 'if-range': 'TAG', range: 'bytes=0-1' }, 206],
  ['a range with another tag', { 'if-range': '"other"', range: 'bytes=0-1' }, 200],
  ['a range with a date', { 'if-range': 'Fri, 20 Nov 2026 12:00:00 GMT', range: 'bytes=0-1' }, 200],
  ['a range after the end', { range: 'bytes=99999999-' }, 416],
  ['an empty suffix range', { range: 'bytes=-0' }, 416],
  ['several ranges after the end', { range: 'bytes=99999999-, 88888888-' }, 416],
  ['several ranges', { range: 'bytes=0-1, 5-6' }, 200],
  ['a range that ends before it begins', { range: 'bytes=5-2' }, 200],
  ['a range of another unit', { range: 'items=0-1' }, 200],
  ['an invalid range', { range: 'bytes=abc' }, 200],
  ['a range of too many digits', { range: `bytes=${'9'.repeat(400)}-` }, 200],
  ['a hundred ranges', { range: `bytes=${Array.from({ length: 100 }, () => '0-').join(',')}` }, 200],
];
test('CALL-23d conditional and range requests follow HTTP', async () => {
  const foyer = await fair();
  const path = '/backend-assets/live/fair/photo/1';
  const tag = (await foyer.fetch(path, { method: 'HEAD' })).headers.get('etag') ?? '';
  for (const [name, requestHeaders, status] of conditions) {
    const headers = Object.fromEntries(
      Object.entries(requestHeaders).map(([header, value]) => [header, value.replace('TAG', tag)]),
    );
    const response = await foyer.fetch(path, { headers });
    const body = await bytesOf(response);
    expect(response.status, name).toBe(status);
    if (status === 200) expect(body.equals(photo), name).toBe(true);
    if (status === 304) expect([body.length, response.headers.get('etag')], name).toEqual([0, tag]);
    if (status === 416) expect(response.headers.get('content-range'), name).toBe(`bytes */${photo.length}`);
  }
});

test('HEAD returns the headers of GET without a body', async () => {
  const foyer = await fair();
  for (const path of ['/backend-assets/live/fair/photo/1', '/api/architecture/fair/assets/photo']) {
    const got = await foyer.fetch(path);
    const head = await foyer.fetch(path, { method: 'HEAD' });
    expect((await bytesOf(head)).length).toBe(0);
    await got.arrayBuffer();
    for (const name of ['etag', 'content-length', 'content-type', 'cache-control', 'accept-ranges']) {
      expect(head.headers.get(name), name).toBe(got.headers.get(name));
    }
  }
});

test('CALL-23c assets of other venues and unknown assets are not found', async () => {
  const foyer = await fair();
  await put(foyer, 'unused', pdf);
  const status = async (assetId: string, query: object, architectureId = 'fair') =>
    (await foyer.call(getAsset, { params: of(assetId, architectureId), query }, { as: 'anonymous' })).status;
  expect(await status('nothing', {})).toBe(404);
  expect(await status('photo', {}, 'other')).toBe(404);
  expect(await status('photo', { generation: 2 })).toBe(404);
  expect(await status('unused', {})).toBe(404);
  expect(await status('paper', { suffix: 'w640' })).toBe(404);
  expect(await status('photo', { suffix: 'w641' })).toBe(400);
  expect(await status('photo', { generation: -1 })).toBe(400);
});

test('VERSION-01 an upload after a publication appears on the stage and not in the live venue', async () => {
  const foyer = await fair();
  const later = await plainPicture(20, 20, '#abcdef').png().toBuffer();
  await put(foyer, 'photo', later);
  const live = await foyer.call(getAsset, { params: of('photo'), query: {} }, { as: 'anonymous' });
  expect(Buffer.from(live.bytes).equals(photo)).toBe(true);
  const early = await foyer.call(
    getAsset,
    { params: of('photo'), query: { generation: 2 } },
    { as: 'anonymous' },
  );
  expect(early.status).toBe(404);
  await saveVersion(foyer, venueOf(['photo', 'paper']), 1);
  const staged = await foyer.call(
    getAsset,
    { params: of('photo'), query: {} },
    { mode: 'STAGE', as: 'stage' },
  );
  expect(Buffer.from(staged.bytes).equals(later)).toBe(true);
  await publishNewest(foyer, 'fair');
  const published = await foyer.call(getAsset, { params: of('photo'), query: {} }, { as: 'anonymous' });
  expect(Buffer.from(published.bytes).equals(later)).toBe(true);
  // A browser on the older version still gets its generation.
  expect((await foyer.fetch('/backend-assets/live/fair/photo/1')).status).toBe(200);
});

test('GUARD-11 live assets of an unpublished venue are not found', async () => {
  const foyer = await fair();
  await foyer.must(unpublishVenue, {});
  expect((await foyer.fetch('/backend-assets/live/fair/photo/1')).status).toBe(404);
  expect((await foyer.call(getAsset, { params: of('photo'), query: {} }, { as: 'anonymous' })).status).toBe(
    404,
  );
});

test('CALL-18a ASSET-03b attachment makes the browser download the file with its display name', async () => {
  const foyer = await fair();
  const params = { architectureID: 'fair', assetID: 'paper' };
  const disposition = async (query: { attachment?: '' | 'true' | 'false' | '1' | '0' }) => {
    const { headers, bytes } = await foyer.call(downloadAsset, { params, query }, { as: 'anonymous' });
    expect(Buffer.from(bytes).equals(pdf)).toBe(true);
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    return headers.get('content-disposition');
  };
  const name = `filename="The programme.pdf"; filename*=UTF-8''The%20programme.pdf`;
  for (const attachment of ['true', '1', ''] as const)
    expect(await disposition({ attachment })).toBe(`attachment; ${name}`);
  for (const query of [{}, { attachment: 'false' }, { attachment: '0' }] as const) {
    expect(await disposition(query)).toBe(`inline; ${name}`);
  }
  const { headers } = await foyer.fetch('/backend-assets/live/fair/paper/1?attachment=true');
  expect(headers.get('content-disposition')).toBe(`attachment; ${name}`);
});

const names: readonly [string, string][] = [
  ['../../x', 'x.pdf'],
  ['C:\\fakepath\\offer.pdf', 'offer.pdf'],
  ['a\r\nSet-Cookie: x=1', 'a Set-Cookie_ x=1.pdf'],
  ['"; filename="evil.exe', '_; filename=_evil.exe.pdf'],
  ['x'.repeat(300), `${'x'.repeat(120)}.pdf`],
  ['\u202Egpj.exe', 'gpj.exe.pdf'],
  ['CON', '_CON.pdf'],
  ['com1.pdf', '_com1.pdf'],
  ['...', 'file.pdf'],
  ['Übersicht 😀.PDF', 'Übersicht 😀.pdf'],
  ['برنامج', 'برنامج.pdf'],
  ['100%25 sure', '100_25 sure.pdf'],
];
test('CALL-18b display names become safe file names', async () => {
  const foyer = await startFoyer();
  await put(foyer, 'paper', pdf);
  for (const [at, [displayName, expected]] of names.entries()) {
    await saveVersion(foyer, venueOf([{ id: 'paper', displayName }]), at);
    const params = { architectureID: 'fair', assetID: 'paper' };
    const got = await foyer.call(downloadAsset, { params, query: { attachment: 'true' } }, { mode: 'STAGE' });
    const header = got.headers.get('content-disposition') ?? '';
    const parts = /^attachment; filename="([^"\\%]*)"; filename\*=UTF-8''(\S*)$/.exec(header) ?? [];
    const [, plainName = '', encoded = ''] = parts;
    expect(decodeURIComponent(encoded)).toBe(expected);
    expect(plainName).toMatch(/^[\x20-\x7E]+\.pdf$/);
    expect(got.headers.get('set-cookie')).toBeNull();
  }
});

test('a GIF polyglot is served as a GIF, and a PDF with a script is sandboxed', async () => {
  const foyer = await startFoyer();
  await put(foyer, 'gif', gifWithScript(await plainPicture(9, 9, '#abc').gif().toBuffer()));
  await put(foyer, 'pdf', pdf);
  await publishWithAssets(foyer, ['gif', 'pdf']);
  for (const [assetId, type] of [
    ['gif', 'image/gif'],
    ['pdf', 'application/pdf'],
  ]) {
    const { headers } = await foyer.fetch(`/backend-assets/live/fair/${assetId}/1`);
    expect(headers.get('content-type')).toBe(type);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  }
});

test('ASSET-04 assets accept a bearer header, reject a wrong one, and allow no other origin', async () => {
  const foyer = await fair();
  const ask = (authorization: string) =>
    foyer.fetch('/stage/api/architecture/fair/assets/photo', {
      headers: { authorization, origin: 'https://evil.example' },
    });
  const good = await ask(`Bearer ${testAdminKey}`);
  expect((await bytesOf(good)).equals(photo)).toBe(true);
  expect(good.headers.get('access-control-allow-origin')).toBeNull();
  expect(good.headers.get('cross-origin-resource-policy')).toBe('same-origin');
  expect((await ask('Bearer wrong')).status).toBe(401);
});

test('ASSET-02a CALL-19 an asset of the stage is readable only with a signed URL', async () => {
  const foyer = await fair();
  const plainUrl = '/backend-assets/preview/fair/photo/1';
  expect((await foyer.fetch(plainUrl)).status).toBe(403);
  const url = await signed(foyer, plainUrl);
  expect(url).toMatch(/^\/backend-assets\/preview\/fair\/photo\/1\?expires=\d+&signature=[\w-]{43}$/);
  const got = await foyer.fetch(url);
  expect(got.status).toBe(200);
  expect((await bytesOf(got)).equals(photo)).toBe(true);
  expect((await foyer.fetch(`${url}&suffix=w320`)).status).toBe(200);
  const [path = '', query = ''] = url.split('?');
  const forged = [
    url.replace('/photo/', '/paper/'),
    url.replace('/photo/1', '/photo/2'),
    url.replace('/fair/', '/other/'),
    url.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1200}`),
    url.replace(/signature=(.)/, (_, first) => `signature=${first === 'A' ? 'B' : 'A'}`),
    `${path}?${query.split('&')[0]}`,
    `${path}?${query.split('&')[1]}`,
    `${path}?expires=9999999999&signature=`,
  ];
  for (const other of forged) expect((await foyer.fetch(other)).status, other).toBe(403);
});

test('ASSET-02b a signed URL stays the same for up to 20 minutes and is valid for at least 20', async () => {
  const foyer = await fair();
  const url = () => signed(foyer, '/backend-assets/preview/fair/photo/1');
  const minute = 60_000;
  const first = await url();
  foyer.advance(19 * minute);
  const last = await url();
  expect(last).toBe(first);
  foyer.advance(minute);
  const next = await url();
  expect(next).not.toBe(first);
  for (const given of [last, next]) expect((await foyer.fetch(given)).status).toBe(200);
  foyer.advance(20 * minute);
  expect((await foyer.fetch(last)).status).toBe(403);
  expect((await foyer.fetch(next)).status).toBe(200);
  foyer.advance(20 * minute);
  const gone = await foyer.fetch(next);
  expect([gone.status, await gone.json()]).toMatchObject([
    403,
    { code: 'forbidden', errMsg: 'This URL has expired.' },
  ]);
});

test('ASSET-02p the signature of a size gives no other size and no other file', async () => {
  const foyer = await startFoyer();
  await put(foyer, 'photo', photo);
  await put(foyer, 'stream', await tarOf(hlsFiles()));
  await publishWithAssets(foyer, ['photo', 'stream']);
  const statuses = (addresses: readonly string[]) =>
    Promise.all(addresses.map(async (each) => (await foyer.fetch(each)).status));
  const picture = await signed(foyer, '/backend-assets/preview/fair/photo/1?suffix=w320');
  expect(picture).toContain('/photo/1?suffix=w320&expires=');
  const cover = await signed(foyer, '/backend-assets/preview/fair/stream/1?suffix=w320');
  expect(cover).toContain('/stream/1/playlist.m3u8?suffix=w320&expires=');
  // The segments of this stream are no film, so it has no cover.
  expect(await statuses([picture, cover])).toEqual([200, 404]);
  const others = [picture, cover].flatMap((url) => [
    url.replace('suffix=w320&', ''),
    url.replace('w320', 'w640'),
    url.replace('?suffix=w320&', '?suffix=&'),
    url.replace('?', '?viewer=1&'),
  ]);
  const files = ['720p/seg0.ts', 'seg0.ts', '720p/playlist.m3u8'];
  const segments = files.map((file) => cover.replace('playlist.m3u8', file));
  expect(await statuses([...others, ...segments])).toEqual(Array(11).fill(403));
});

test('ASSET-02c the files of an HLS video are readable with the signature of its playlist', async () => {
  const foyer = await startFoyer();
  await put(foyer, 'stream', await tarOf(hlsFiles()));
  await publishWithAssets(foyer, ['stream']);
  const url = await signed(foyer, '/backend-assets/preview/fair/stream/1');
  expect(url).toMatch(/\/stream\/1\/playlist\.m3u8\?expires=/);
  const read = async (address: string) => {
    const response = await foyer.fetch(address);
    expect(response.status, address).toBe(200);
    return response.text();
  };
  const at = (reference: string, base: string) => {
    const { pathname, search } = new URL(reference, `${foyer.url}${base}`);
    return `${pathname}${search}`;
  };
  const [, , rendition = ''] = (await read(url)).split('\n');
  const renditionUrl = at(rendition, url);
  const lines = (await read(renditionUrl)).split('\n');
  const [segments, maps] = [
    lines.filter((text) => text.startsWith('seg')),
    lines.filter((text) => text.includes('URI=')),
  ];
  expect([segments.length, maps.length]).toEqual([2, 1]);
  for (const reference of [...segments, maps[0]?.split('"')[1] ?? ''])
    await read(at(reference, renditionUrl));
  expect((await foyer.fetch(at('seg0.ts', renditionUrl))).status).toBe(403);
});

test('CALL-19 only URLs of assets of this venue and mode are signed', async () => {
  const foyer = await fair();
  await put(foyer, 'secret', pdf);
  await saveVersion(foyer, venueOf(['photo', 'secret']), 1);
  const codes = async (url: string, mode: 'LIVE' | 'STAGE' = 'LIVE') =>
    (
      await foyer.call(
        signAssetUrl,
        { query: { url } },
        { as: mode === 'LIVE' ? 'anonymous' : 'stage', mode },
      )
    ).status;
  expect(await codes('/backend-assets/live/fair/photo/1')).toBe(200);
  for (const wrong of [
    'https://evil.example/backend-assets/live/fair/photo/1',
    '//evil.example/backend-assets/live/fair/photo/1',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '/backend-assets/live/../../etc/passwd',
    '/backend-assets/live/fair/../fair/photo/1',
    '/backend-assets/live/%2e%2e/fair/photo/1',
    '/backend-assets/live/%252e%252e/fair/photo/1',
    '/backend-assets/live/fair/photo%2f1',
    '/backend-assets/live/fair/photo/1#fragment',
    '/backend-assets/live//fair/photo/1',
    '\\backend-assets\\live\\fair\\photo\\1',
    '/backend-assets/live/fair/photo/01',
    '/backend-assets/live/fair/photo/1?suffix=w641',
    '/backend-assets/other/fair/photo/1',
    '/backend-assets/live/fair',
    '/api/ui/venue',
    '',
    ' ',
    'a'.repeat(5_000),
  ]) {
    expect([400, 404], wrong).toContain(await codes(wrong));
  }
  expect(await codes('/backend-assets/live/fair/secret/1')).toBe(404);
  expect(await codes('/backend-assets/live/fair/photo/9')).toBe(404);
  expect(await codes('/backend-assets/live/other/photo/1')).toBe(404);
  expect(await codes('/backend-assets/preview/fair/secret/1')).toBe(404);
  expect(await codes('/backend-assets/live/fair/photo/1', 'STAGE')).toBe(404);
  expect(await codes('/backend-assets/preview/fair/secret/1', 'STAGE')).toBe(200);
  const missing = await foyer.fetch('/api/ui/sign-asset-url');
  expect([missing.status, await missing.json()]).toMatchObject([
    400,
    { errMsg: expect.stringContaining('url') as string },
  ]);
});

test('an attendee gets no signature for the stage', async () => {
  const foyer = await fair();
  const query = { url: '/backend-assets/preview/fair/photo/1' };
  expect((await foyer.call(signAssetUrl, { query }, { mode: 'STAGE', as: 'anonymous' })).status).toBe(401);
});

const invalidUrls = [
  '/backend-assets/live/fair/..%2fphoto/1',
  '/backend-assets/live/fair/photo%00/1',
  '/backend-assets/live/fair/photo/1%2f',
  '/backend-assets/live/fair/photo/1/..%2f..%2fetc',
  '/backend-assets/live/fair/photo/1/playlist.m3u8',
  '/backend-assets/live/fair/%F0%9F%98%80/1',
  '/backend-assets/live/fair/photo/1e3',
  '/backend-assets/live/fair/photo/-1',
  '/backend-assets/live/',
  '/backend-assets/',
  '/backend-assets/live/fair/photo/1?suffix=../../x',
];
test('an invalid asset URL is not found', async () => {
  const foyer = await fair();
  for (const path of invalidUrls) expect([400, 404], path).toContain((await foyer.fetch(path)).status);
});

test('a URL without a generation redirects to the shown one', async () => {
  const foyer = await fair();
  const response = await foyer.fetch('/backend-assets/live/fair/photo?suffix=w320');
  expect(response.status).toBe(307);
  expect(response.headers.get('location')).toBe('/backend-assets/live/fair/photo/1?suffix=w320');
});

test('the venue contains the URLs of its assets', async () => {
  const foyer = await fair();
  const { assets } = await foyer.must(getVenue, { query: { architectureId: 'fair' } }, { as: 'anonymous' });
  const [first] = assets;
  expect(first).toMatchObject({
    id: 'photo',
    generation: 1,
    width: 700,
    height: 350,
    mediaType: 'image/webp',
  });
  expect(first?.averageColour).toMatch(/^#[0-9a-f]{6}$/);
  expect((await bytesOf(await foyer.fetch(first?.uri ?? ''))).equals(photo)).toBe(true);
});
