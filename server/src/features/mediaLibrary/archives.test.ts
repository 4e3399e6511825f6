import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import {
  createArchiveLink,
  downloadArchive,
  setAccountBlocked,
  type BodyOf,
  type OperatingMode,
  type QueryOf,
} from '@foyer/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Blobs } from '#platform/blobs/blobs';
import { openFolderBlobs } from '#platform/blobs/folder';
import { openS3Blobs } from '#platform/blobs/s3';
import { passwordLogin, startFoyer, testStart, type Caller, type Foyer } from '#testing/foyer';
import { startS3, type S3Server } from '#testing/s3';
import { exampleVenue, publishExample, publishNewest, saveExample } from '#testing/venues';
import { readZip } from '#testing/zip';
import { s3Env } from '../asset/testing/publishedAssets.ts';
import {
  asset,
  libraryFiles,
  libraryWidget,
  publishLibrary,
  text,
  upload,
  uploadLibraryFiles,
  venueWithLibrary,
  type Medium,
} from './testing/library.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

const minuteMs = 60_000;
const params = { architectureID: 'nightfall', widgetID: 'library' };
const { plan, planDe, film, photo } = libraryFiles;

interface As {
  readonly as?: Caller;
  readonly mode?: OperatingMode;
}
const download = (
  foyer: Foyer,
  query: QueryOf<typeof downloadArchive> = {},
  { as = 'guest', mode = 'LIVE' }: As = {},
) => foyer.call(downloadArchive, { params, query }, { as, mode });
const createLink = (
  foyer: Foyer,
  body: Partial<BodyOf<typeof createArchiveLink>> = {},
  { as = 'guest', mode = 'LIVE' }: As = {},
) => foyer.call(createArchiveLink, { params, body: { locale: 'en', ...body } }, { as, mode });
const contentOf = async (response: Promise<{ bytes: Uint8Array }>) =>
  readZip(Buffer.from((await response).bytes));
/** Follows a link like a browser: without an Authorization header. */
const follow = async (foyer: Foyer, url: string, init?: RequestInit) => {
  const response = await foyer.fetch(url, init);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
};
/** The reasons in the log. */
const abortedIn = ({ logged }: Foyer) =>
  logged
    .filter(({ msg }) => msg === 'archive aborted')
    .map(({ err }) => (err as { message: string }).message);
const messageOf = ({ bytes }: { bytes: Buffer }) =>
  (JSON.parse(bytes.toString()) as { errMsg: string }).errMsg;

async function startLibrary(options: Parameters<typeof startFoyer>[0] = {}): Promise<Foyer> {
  const foyer = await startFoyer(options);
  await publishLibrary(foyer);
  return foyer;
}

const allFiles = new Map([
  ['Talks/Plan.pdf', plan],
  ['Talks/Film.mp4', film],
  ['Papers/Plan.pdf', plan],
  ['Papers/plan (2).pdf', planDe],
  ['Papers/A photo.png', photo],
]);

describe.each(['folder', 's3'] as const)('from a %s', (store) => {
  const startInStore = () => startLibrary(store === 's3' ? { env: s3Env(s3) } : {});
  const blobsOf = (foyer: Foyer): Promise<Blobs> =>
    store === 's3'
      ? Promise.resolve(openS3Blobs(s3.options))
      : openFolderBlobs(join(foyer.dataDir, 'blobs'), testStart);
  const keyOf = async (blobs: Blobs, assetId: string): Promise<string> => {
    for await (const key of blobs.list(`assets/${assetId}/`)) if (key.endsWith('/original')) return key;
    throw new Error(`${assetId} has no blob`);
  };

  test('CALL-27k the archive has the files of the library in its folders, with its length beforehand', async () => {
    const foyer = await startInStore();
    const { status, headers, bytes } = await download(foyer);
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="The library.zip"; filename*=UTF-8''The%20library.zip`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    });
    expect(readZip(Buffer.from(bytes))).toEqual(allFiles);
  });

  test.each<[what: string, break_: (blobs: Blobs, key: string) => Promise<unknown>]>([
    ['is shorter than it was', (blobs, key) => blobs.put(key, Buffer.from('%PDF'))],
    ['is missing', (blobs, key) => blobs.delete(key)],
  ])('CALL-27l the connection breaks if a file %s', async (_what, breakFile) => {
    const foyer = await startInStore();
    const blobs = await blobsOf(foyer);
    await breakFile(blobs, await keyOf(blobs, 'planDe'));
    await expect(download(foyer)).rejects.toThrow();
    expect(abortedIn(foyer)).toEqual([expect.stringMatching(/^The file Papers\/plan \(2\)\.pdf failed: /)]);
    // The archive does not run any more.
    expect((await download(foyer, { folder: 'talks' })).status).toBe(200);
  });
});

test('CALL-27m an archive has the chosen folder or media, and the files and names of the language', async () => {
  const foyer = await startLibrary();
  const pathsOf = async (query: QueryOf<typeof downloadArchive>) => [
    ...(await contentOf(download(foyer, query))).keys(),
  ];
  expect(await contentOf(download(foyer, { folder: 'talks', locale: 'de' }))).toEqual(
    new Map([
      ['Vorträge/Ablauf.pdf', planDe],
      ['Vorträge/Film.mp4', film],
    ]),
  );
  expect(await pathsOf({ media: 'second,plan,site' })).toEqual(['Talks/Plan.pdf', 'Papers/plan.pdf']);
  expect(await pathsOf({ folder: 'papers', media: 'first' })).toEqual(['Papers/Plan.pdf']);
  // A language without texts of its own: the default language.
  expect(await pathsOf({ media: 'film', locale: 'fr' })).toEqual(['Talks/Film.mp4']);
  const { headers } = await download(foyer, { folder: 'talks', locale: 'de' });
  expect(headers.get('content-disposition')).toContain(`filename*=UTF-8''Vortr%C3%A4ge.zip`);
});

test('CALL-27n equal names of folders are numbered, and a folder without files is not in the archive', async () => {
  const foyer = await startFoyer();
  const widget = libraryWidget();
  const media = (id: string, assetId: string): Medium => ({ id, names: text(id), assets: asset(assetId) });
  widget.configurations = [
    {
      id: 'always',
      name: 'Always',
      folders: [
        { id: 'none', names: text('2026'), media: [] },
        { id: 'one', names: text('2026'), media: [media('a', 'plan')] },
        { id: 'two', names: text('2026'), media: [media('b', 'film')] },
        { id: 'three', names: [], media: [media('c', 'plan')] },
      ],
    },
  ];
  await publishLibrary(foyer, venueWithLibrary(widget));
  expect([...(await contentOf(download(foyer))).keys()]).toEqual([
    '2026/a.pdf',
    '2026 (2)/b.mp4',
    'three/c.pdf',
  ]);
});

test.each<[what: string, query: QueryOf<typeof downloadArchive>, message: string]>([
  ['an unknown folder', { folder: 'none' }, 'The media library library has no folder none.'],
  ['an unknown medium', { media: 'plan,none' }, 'The media library library has no medium none.'],
  ['an asset instead of a medium', { media: 'planDe' }, 'The media library library has no medium planDe.'],
  [
    'a medium of another folder',
    { folder: 'papers', media: 'plan' },
    'The folder papers has no medium plan.',
  ],
  ['a folder without files', { folder: 'links' }, 'There are no files in this selection.'],
  ['media without files', { media: 'site,stream' }, 'There are no files in this selection.'],
])('CALL-27o there is no archive of %s', async (_what, query, message) => {
  const foyer = await startLibrary();
  const { status, error } = await download(foyer, query);
  expect([status, error?.code, error?.errMsg]).toEqual([404, 'notFound', message]);
  const body = {
    ...(query.folder && { folder: query.folder }),
    ...(query.media && { media: query.media.split(',') }),
  };
  const link = await createLink(foyer, body);
  expect([link.status, link.error?.errMsg]).toEqual([404, message]);
});

test('CALL-27p there is an archive only of a media library that the venue shows at this time', async () => {
  const foyer = await startFoyer();
  const later = libraryWidget();
  later.configurations = later.configurations.map((configuration) => ({
    ...configuration,
    begin: new Date(testStart + minuteMs).toISOString(),
    end: new Date(testStart + 2 * minuteMs).toISOString(),
  }));
  const picture = {
    id: 'poster',
    type: 'ImageWidget' as const,
    name: 'Poster',
    configurations: [{ id: 'always', name: 'Always', assets: asset('photo') }],
  };
  await publishLibrary(foyer, venueWithLibrary(later, picture));
  const messageFor = async (ids: Partial<typeof params>) => {
    const { status, error } = await foyer.call(
      downloadArchive,
      { params: { ...params, ...ids }, query: {} },
      { as: 'guest' },
    );
    return [status, error?.errMsg];
  };
  expect(await messageFor({ widgetID: 'none' })).toEqual([404, 'The venue has no media library none.']);
  expect(await messageFor({ widgetID: 'poster' })).toEqual([404, 'The venue has no media library poster.']);
  expect(await messageFor({ architectureID: 'other' })).toEqual([404, 'There is no venue other.']);
  const inactive = [404, 'The media library library is not shown at this time.'];
  expect(await messageFor({})).toEqual(inactive);
  foyer.shiftClock(minuteMs);
  expect(await messageFor({})).toEqual([200, undefined]);
  foyer.shiftClock(minuteMs);
  expect(await messageFor({})).toEqual(inactive);
});

test('CALL-27q the archive of the stage has what is saved, the live one what is published', async () => {
  const foyer = await startLibrary();
  await upload(foyer, 'film', Buffer.concat([film, Buffer.from('new')]));
  const changed = libraryWidget();
  changed.configurations[0]?.folders.push({
    id: 'new',
    names: text('New'),
    media: [{ id: 'new', names: text('New'), assets: asset('film') }],
  });
  await saveExample(foyer, venueWithLibrary(changed), 1);
  const sizes = async (mode: OperatingMode, as: Caller, query: QueryOf<typeof downloadArchive>) =>
    [...(await contentOf(download(foyer, query, { as, mode })))].map(([path, { length }]) => [path, length]);
  const live = await sizes('LIVE', 'guest', { media: 'film' });
  expect(live).toEqual([['Talks/Film.mp4', film.length]]);
  expect((await download(foyer, { media: 'new' })).status).toBe(404);
  for (const as of ['designer', 'stage'] as const)
    expect(await sizes('STAGE', as, { media: 'new' })).toEqual([['New/New.mp4', film.length + 3]]);
  expect((await download(foyer, {}, { mode: 'STAGE', as: 'attendee' })).status).toBe(403);
  await publishNewest(foyer, 'nightfall');
  expect(await sizes('LIVE', 'guest', { media: 'new' })).toEqual([['New/New.mp4', film.length + 3]]);
});

test('CALL-27r files that only a saved version has are not in the live archive, and neither is an unpublished venue', async () => {
  const foyer = await startFoyer();
  await uploadLibraryFiles(foyer);
  await publishExample(foyer, exampleVenue());
  await saveExample(foyer, venueWithLibrary(), 1);
  expect((await download(foyer)).status).toBe(404);
  expect((await download(foyer, {}, { mode: 'STAGE', as: 'stage' })).status).toBe(200);
});

test.each([
  ['too many', Array.from({ length: 101 }, (_, index) => `m${index}`).join(',')],
  ['none', ''],
  ['an invalid id', 'plan,../film'],
  ['a line break', 'plan\nfilm'],
])('CALL-27s media of a download that is not a list of ids is invalid: %s', async (_what, media) => {
  const foyer = await startLibrary();
  expect((await download(foyer, { media })).error?.code).toBe('invalidInput');
});

test('CALL-27t a browser downloads with a link once, without an Authorization header', async () => {
  const foyer = await startLibrary({ login: passwordLogin });
  const { body } = await createLink(foyer, { folder: 'talks', locale: 'de' }, { as: 'attendee' });
  expect(body).toMatchObject({ fileName: 'Vorträge.zip', files: 2, expiresAt: testStart + minuteMs });
  expect(body.url).toMatch(/^\/api\/ui\/architecture\/nightfall\/widgets\/library\/download\?/);
  // The length can be requested before.
  const head = await follow(foyer, body.url, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(body.bytes)]);
  const { status, bytes } = await follow(foyer, body.url);
  expect([status, bytes.length]).toEqual([200, body.bytes]);
  expect([...readZip(bytes).keys()]).toEqual(['Vorträge/Ablauf.pdf', 'Vorträge/Film.mp4']);
  const again = await follow(foyer, body.url);
  expect([again.status, messageOf(again)]).toEqual([410, 'This link has been used already.']);
  expect((await follow(foyer, '/api/ui/architecture/nightfall/widgets/library/download')).status).toBe(401);
});

test('CALL-27u a link of the stage works on the stage only', async () => {
  const foyer = await startLibrary({ login: passwordLogin });
  const { body } = await createLink(foyer, {}, { as: 'designer', mode: 'STAGE' });
  expect((await follow(foyer, body.url.replace(/^\/stage/, ''))).status).toBe(403);
  expect((await follow(foyer, body.url)).status).toBe(200);
});

test('CALL-27v a link that was changed or has expired is rejected, and still works unchanged', async () => {
  const foyer = await startLibrary({ login: passwordLogin });
  const { body } = await createLink(foyer, { areaId: 'lobby', media: ['plan'] }, { as: 'attendee' });
  const otherThan = (letter: string) => (letter === 'A' ? 'B' : 'A');
  const changes: ((url: string) => string)[] = [
    (url) => url.replace('media=plan', 'media=film'),
    (url) => url.replace('media=plan&', ''),
    (url) => `${url}&folder=talks`,
    (url) => url.replace('areaId=', 'folder='),
    (url) => url.replace(/areaId=[^&]*&/, ''),
    (url) => url.replace('locale=en', 'locale=de'),
    (url) => url.replace('/library/', '/library2/'),
    (url) => url.replace('/nightfall/', '/nightfall2/'),
    (url) => url.replace(/ticket=(.)/, (_all, letter: string) => `ticket=${otherThan(letter)}`),
    (url) => url.replace(/ticket=[^&]*&/, ''),
    (url) => url.replace(/expires=\d+/, 'expires=9999999999'),
    (url) => url.replace(/expires=\d+&/, ''),
    (url) => url.replace(/signature=(.)/, (_all, letter: string) => `signature=${otherThan(letter)}`),
    (url) => url.replace(/&signature=.*/, ''),
  ];
  for (const change of changes) {
    const changed = change(body.url);
    expect(changed).not.toBe(body.url);
    expect([changed, (await follow(foyer, changed)).status]).toEqual([changed, 403]);
  }
  foyer.shiftClock(minuteMs);
  const expired = await follow(foyer, body.url);
  expect([expired.status, messageOf(expired)]).toEqual([410, 'This URL has expired.']);
  foyer.shiftClock(-1_000);
  expect((await follow(foyer, body.url)).status).toBe(200);
});

test('CALL-27w with the credentials of another user a link is rejected, and it stays usable', async () => {
  const foyer = await startLibrary();
  const bob = await foyer.account();
  const { body } = await createLink(foyer, {}, { as: 'attendee' });
  for (const as of [bob, 'guest', 'admin'] as const) {
    const headers = await foyer.credentials(as);
    const rejected = await follow(foyer, body.url, { headers });
    expect([rejected.status, messageOf(rejected)]).toEqual([403, 'This link is for another user.']);
  }
  const own = await follow(foyer, body.url, { headers: await foyer.credentials('attendee') });
  expect(own.status).toBe(200);
});

test('CALL-27x without access to the venue there are neither links nor archives', async () => {
  const foyer = await startLibrary({ login: passwordLogin });
  const blocked = await foyer.account();
  await foyer.must(setAccountBlocked, { params: { userId: blocked.id }, body: { blocked: true } });
  for (const as of ['anonymous', blocked] as const) {
    expect((await download(foyer, {}, { as })).status).toBe(401);
    expect((await createLink(foyer, {}, { as })).status).toBe(401);
  }
});

test('CALL-27y a rate limit applies to links, and ids that do not fit into a URL are rejected', async () => {
  const foyer = await startFoyer();
  const widget = libraryWidget();
  const ids = Array.from({ length: 90 }, (_, index) => `m${index}`.padEnd(120, 'x'));
  widget.configurations[0]?.folders.push({
    id: 'many',
    names: text('Many'),
    media: ids.map((id) => ({ id, names: text('Many'), assets: asset('plan') })),
  });
  await publishLibrary(foyer, venueWithLibrary(widget));
  expect((await createLink(foyer, { media: ids })).error).toMatchObject({
    code: 'invalidInput',
    errMsg: 'The field media is too long: choose fewer media, or a folder instead.',
  });
  for (let count = 1; count < 20; count += 1) expect((await createLink(foyer)).status).toBe(200);
  const { status, headers } = await createLink(foyer);
  expect([status, headers.get('retry-after')]).toEqual([429, '3']);
  expect((await createLink(foyer, {}, { as: 'attendee' })).status).toBe(200);
  foyer.advance(3_000);
  expect((await createLink(foyer)).status).toBe(200);
});

test('CALL-27ad a rate limit applies to downloads and to requests for their length', async () => {
  const foyer = await startLibrary();
  const { body: link } = await createLink(foyer);
  for (let count = 0; count < 10; count += 1) {
    expect((await follow(foyer, link.url, { method: 'HEAD' })).status).toBe(200);
    expect((await download(foyer, { folder: 'papers' })).status).toBe(200);
  }
  const { status, headers } = await download(foyer, { folder: 'papers' });
  expect([status, headers.get('retry-after')]).toEqual([429, '3']);
  expect((await follow(foyer, link.url, { method: 'HEAD' })).status).toBe(429);
  expect((await download(foyer, {}, { as: 'attendee' })).status).toBe(200);
  foyer.advance(3_000);
  expect((await follow(foyer, link.url)).status).toBe(200);
});

test('CALL-27ae of two libraries with the same id that of the area is downloaded', async () => {
  const foyer = await startFoyer();
  const venue = venueWithLibrary();
  const [lobby] = venue.architectures[0]?.areas ?? [];
  if (!lobby) throw new Error('The example venue has no area');
  const other = libraryWidget();
  other.configurations[0]?.folders.splice(1);
  venue.architectures[0]?.areas?.push({ ...lobby, id: 'annex', contentWidgets: [other] });
  await publishLibrary(foyer, venue);
  const inAnnex = ['Talks/Plan.pdf', 'Talks/Film.mp4'];
  expect([...(await contentOf(download(foyer, { areaId: 'annex' }))).keys()]).toEqual(inAnnex);
  expect(await contentOf(download(foyer, { areaId: lobby.id }))).toEqual(allFiles);
  const { body: link } = await createLink(foyer, { areaId: 'annex' });
  expect([...readZip((await follow(foyer, link.url)).bytes).keys()]).toEqual(inAnnex);
  const missing = await download(foyer, { areaId: 'attic' });
  expect([missing.status, missing.error?.errMsg]).toEqual([
    404,
    'The area attic has no media library library.',
  ]);
});

/** Files that this process has open below a folder. */
async function openFiles(folder: string): Promise<string[]> {
  const links = await readdir('/proc/self/fd');
  const targets = await Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder));
}

/** Larger than what the sockets on both sides buffer. */
const largeBytes = 48 * 1024 * 1024;

/** Starts a download and does not read it. `cancel` closes the connection. */
async function startSlowDownload(foyer: Foyer, as: Caller) {
  const path = '/api/ui/architecture/nightfall/widgets/library/download';
  const request = httpGet(foyer.url + path, { headers: await foyer.credentials(as), agent: false });
  request.on('error', () => undefined);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => undefined);
  return { response, cancel: () => request.destroy() };
}

async function startLargeLibrary(widget = libraryWidget()): Promise<Foyer> {
  const foyer = await startFoyer();
  await uploadLibraryFiles(foyer);
  await upload(foyer, 'film', Buffer.concat([film, randomBytes(largeBytes)]));
  await publishExample(foyer, venueWithLibrary(widget));
  return foyer;
}

test('CALL-27z a user downloads one archive at a time, until it is complete or cancelled', async () => {
  const foyer = await startLargeLibrary();
  const blobs = join(foyer.dataDir, 'blobs');
  const { body: link } = await createLink(foyer);
  const first = await startSlowDownload(foyer, 'guest');
  const second = await download(foyer);
  expect([second.status, second.error?.code, second.error?.errMsg]).toEqual([
    409,
    'conflict',
    expect.stringMatching(/^You are downloading a ZIP already\. /),
  ]);
  expect((await createLink(foyer)).error?.code).toBe('conflict');
  // A link is not used up by a conflict.
  expect((await follow(foyer, link.url)).status).toBe(409);
  expect((await download(foyer, { folder: 'papers' }, { as: 'attendee' })).status).toBe(200);
  // The cover of the film may be rendered meanwhile, which reads it too.
  await expect.poll(() => openFiles(blobs)).toHaveLength(1);
  first.cancel();
  await expect.poll(() => openFiles(blobs)).toEqual([]);
  await expect.poll(async () => (await follow(foyer, link.url)).status).toBe(200);
  expect((await download(foyer, { folder: 'papers' })).status).toBe(200);
});

test('CALL-27aa an archive that is cancelled in its last file leaves no file open', async () => {
  const filmLast = libraryWidget();
  // The film is the last file of the first folder.
  filmLast.configurations[0]?.folders.splice(1);
  const foyer = await startLargeLibrary(filmLast);
  const blobs = join(foyer.dataDir, 'blobs');
  const { response, cancel } = await startSlowDownload(foyer, 'guest');
  // All but the bytes that no buffer takes in.
  let left = Number(response.headers['content-length']) - largeBytes / 2;
  for await (const chunk of response.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    left -= chunk.length;
    if (left <= 0) break;
  }
  // The cover of the film may be rendered meanwhile, which reads it too.
  await expect.poll(() => openFiles(blobs)).toHaveLength(1);
  cancel();
  await expect.poll(() => openFiles(blobs)).toEqual([]);
  await expect.poll(async () => (await download(foyer, { media: 'plan' })).status).toBe(200);
  expect(abortedIn(foyer)).toEqual([]);
});
