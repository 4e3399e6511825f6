import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import tar from 'tar-stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  getVenue,
  getVenueVersion,
  listAssets,
  listVersions,
  uploadAsset,
  getVersion,
  venueFileBytes,
  type VenueInput,
} from '@foyer/contract';
import { usageExit } from './serverCommand.ts';
import { venueCommand } from './venue.ts';
import { readArchive } from './venueArchive.ts';
import { startFoyer, testAdminKey, type Foyer } from '#testing/foyer';

const onePixel = (last: number) =>
  // A GIF of one pixel; the color table makes the bytes differ.
  new Uint8Array([
    ...Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00', 'latin1'),
    last,
    0,
    0,
    255,
    255,
    255,
    0x2c,
    0,
    0,
    0,
    0,
    1,
    0,
    1,
    0,
    0,
    2,
    2,
    0x44,
    1,
    0,
    0x3b,
  ]);

const venueOf = (title: string): VenueInput => ({
  architectures: [
    {
      id: 'fair',
      titles: [{ locale: 'en', text: title }],
      impress: [{ locale: 'en', text: 'Fair Ltd' }],
      privacyNotice: [{ locale: 'en', text: 'No data is kept' }],
      areas: [
        {
          id: 'lobby',
          names: [],
          viewMode: 'VIEW_2D',
          viewPoints: [{ id: 'v', background: { assetId: 'wall' } }],
        },
      ],
    },
  ],
  assets: [{ id: 'wall' }, { id: 'logo' }],
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'foyer-cli-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function fileOf(text: string, name = 'venue.json'): Promise<string> {
  const file = join(await folder(), name);
  await writeFile(file, text);
  return file;
}

/** Runs a command. Returns its exit code and output lines. */
async function run(foyer: Foyer | { url: string }, ...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const exit = await venueCommand(words, {
    to: { url: foyer.url, adminKey: testAdminKey },
    print: (line) => out.push(line),
    printError: (line) => err.push(line),
  });
  return { exit, out, err };
}

const put = (foyer: Foyer, assetId: string, last: number) =>
  foyer.must(uploadAsset, { params: { assetId }, query: {}, body: onePixel(last) });

/** The venue file in an archive that `venue export` has written. */
async function exported(foyer: Foyer): Promise<string> {
  const archived = join(await folder(), 'venue.tar');
  await run(foyer, 'export', archived);
  const opened = await readArchive(archived);
  await opened.close();
  return fileOf(opened.venue);
}

const retitle = async (file: string, title: string) =>
  writeFile(file, (await readFile(file, 'utf8')).replace('"text": "Common"', `"text": "${title}"`));

async function startFair(): Promise<Foyer> {
  const foyer = await startFoyer();
  await put(foyer, 'wall', 1);
  await put(foyer, 'logo', 2);
  return foyer;
}

test('CONSENT-14h validate, save and publish print warnings about content that loads without consent', async () => {
  const foyer = await startFair();
  const venue = venueOf('First');
  const [view] = venue.architectures[0]?.areas[0]?.viewPoints ?? [];
  if (view) view.background = { videoUrl: 'https://media.example.com/loop.mp4', playerActive: true };
  const file = await fileOf(JSON.stringify(venue));
  const warning = (name: string) =>
    expect.stringMatching(
      `^warning: ${name}: architectures\\[0\\]\\.areas.*background: loads from media.example.com`,
    );
  expect(await run(foyer, 'validate', file)).toMatchObject({
    exit: 0,
    out: [warning(file), `${file} is valid`],
  });
  expect((await run(foyer, 'save', file)).out).toEqual([warning(file), expect.stringMatching(/^Saved as/)]);
  expect((await run(foyer, 'publish')).out).toEqual([warning('fair'), 'Published version 1 of fair']);
});

test('validate, save, publish, history, diff, restore and unpublish work on a server', async () => {
  const foyer = await startFair();
  const file = await fileOf(JSON.stringify(venueOf('First')));
  expect(await run(foyer, 'validate', file)).toEqual({ exit: 0, out: [`${file} is valid`], err: [] });
  expect((await run(foyer, 'history')).out).toEqual(['No versions found']);
  expect(await run(foyer, 'save', file)).toMatchObject({
    exit: 0,
    out: ['Saved as version 1, based on version 0'],
  });
  expect(await run(foyer, 'publish')).toMatchObject({ exit: 0, out: ['Published version 1 of fair'] });
  await writeFile(file, JSON.stringify(venueOf('Second')));
  expect(await run(foyer, 'save', file, '--base', 'newest')).toMatchObject({
    exit: 0,
    out: ['Saved as version 2, based on version 1'],
  });
  expect((await run(foyer, 'diff', '1', '2')).out).toEqual(['~ text Title (English): First → Second']);
  expect((await run(foyer, 'diff', '1', '1')).out).toEqual(['Versions 1 and 1 are equal']);
  expect(await run(foyer, 'restore', '1')).toMatchObject({
    exit: 0,
    out: ['Restored version 1 as version 3'],
  });
  expect(await run(foyer, 'publish', 'fair', '--version', '3')).toMatchObject({
    exit: 0,
    out: ['Published version 3 of fair'],
  });
  const { out } = await run(foyer, 'history', 'fair', '--limit', '2');
  expect(out).toHaveLength(2);
  expect(out[0]).toMatch(/^3 {2}2026-11-20T12:00:00\.000Z {2}fair {2}restored from 1 {2}by .+ {2}live$/);
  expect(await run(foyer, 'unpublish')).toMatchObject({ exit: 0, out: ['Unpublished the venue'] });
  expect((await foyer.must(getVenueVersion, {})).publishedVersion).toBe(-1);
});

test('errors are printed one per line with file, line and path, and the exit code is 1', async () => {
  const foyer = await startFair();
  const broken = await fileOf('{\n  "assets": [],\n  "assets": []\n}\n');
  for (const command of ['validate', 'save'])
    expect(await run(foyer, command, broken)).toEqual({
      exit: 1,
      out: [],
      err: [`${broken}:3:3: assets: is a duplicate key`, `${broken} has 1 error(s)`],
    });
  const venue = venueOf('x');
  if (venue.architectures[0]) venue.architectures[0].defaultAreaId = 'cellar';
  const dangling = await fileOf(JSON.stringify(venue));
  expect((await run(foyer, 'save', dangling)).err).toEqual([
    `${dangling}: architectures[0].defaultAreaId: there is no area "cellar"`,
    `${dangling} has 1 error(s)`,
  ]);
});

test('the content of a file cannot add fields to the request that saves it', async () => {
  const foyer = await startFair();
  const file = await fileOf(`${JSON.stringify(venueOf('x'))},"baseVersion":7`);
  const { exit, err } = await run(foyer, 'save', file);
  expect(exit).toBe(1);
  expect(err[0]).toContain('baseVersion: is a duplicate key');
});

test('a save based on an old version is rejected with both versions in the message', async () => {
  const foyer = await startFair();
  const file = await fileOf(JSON.stringify(venueOf('First')));
  await run(foyer, 'save', file);
  await run(foyer, 'save', file, '--base', '1');
  const { exit, err } = await run(foyer, 'save', file, '--base', '1');
  expect(exit).toBe(1);
  expect(err).toEqual([
    expect.stringMatching(/base version is 1.*current version is 2/),
    '"venue diff 1 2" shows the changes; --base newest overwrites them with this file',
  ]);
});

test('the second save of two exports of the same version is rejected, and can be forced', async () => {
  const foyer = await startFair();
  await run(foyer, 'save', await fileOf(JSON.stringify(venueOf('Common'))));
  const [ada, bob] = [await exported(foyer), await exported(foyer)];
  await retitle(ada, 'Ada');
  await retitle(bob, 'Bob');
  expect((await run(foyer, 'save', ada)).out[0]).toBe('Saved as version 2, based on version 1');
  const rejected = await run(foyer, 'save', bob);
  expect([rejected.exit, rejected.out]).toEqual([1, []]);
  expect(rejected.err[0]).toMatch(/base version is 1.*current version is 2/);
  expect((await run(foyer, 'save', bob, '--base', 'newest')).out).toEqual([
    'Saved as version 3, based on version 2',
    `${bob} is now based on version 3`,
  ]);
});

test('an exported file can be saved repeatedly: each save updates its base version', async () => {
  const foyer = await startFair();
  await run(foyer, 'save', await fileOf(JSON.stringify(venueOf('First'))));
  const file = await exported(foyer);
  const before = await readFile(file, 'utf8');
  for (const version of [2, 3])
    expect((await run(foyer, 'save', file)).out).toEqual([
      `Saved as version ${version}, based on version ${version - 1}`,
      `${file} is now based on version ${version}`,
    ]);
  expect(await readFile(file, 'utf8')).toBe(before.replace('"baseVersion": 1,', '"baseVersion": 3,'));
  const query = { architectureId: 'fair' };
  expect(await foyer.must(getVenue, { query }, { mode: 'STAGE' })).not.toHaveProperty('baseVersion');
});

test('an exported file that is edited during the save is not changed, and the line to write is printed', async () => {
  const foyer = await startFair();
  await run(foyer, 'save', await fileOf(JSON.stringify(venueOf('First'))));
  const file = await exported(foyer);
  const out: string[] = [];
  const exit = await venueCommand(['save', file], {
    to: { url: foyer.url, adminKey: testAdminKey },
    print: (line) => {
      out.push(line);
      writeFileSync(file, 'another text');
    },
    printError: (line) => out.push(line),
  });
  expect([exit, await readFile(file, 'utf8')]).toEqual([0, 'another text']);
  expect(out).toEqual([
    'Saved as version 2, based on version 1',
    `Set "baseVersion": 2 in ${file} before saving it again`,
  ]);
});

test('a file without a base version does not overwrite saved versions', async () => {
  const foyer = await startFair();
  const file = await fileOf(JSON.stringify(venueOf('First')));
  await run(foyer, 'save', file);
  const rejected = await run(foyer, 'save', file);
  expect(rejected).toMatchObject({ exit: 1, out: [] });
  expect(rejected.err).toEqual([
    `${file} has no "baseVersion", and fair already has version 1. Give its base version with --base N, or overwrite the newest version with --base newest.`,
  ]);
  expect(await readFile(file, 'utf8')).toBe(JSON.stringify(venueOf('First')));
});

test('every command reports an unreadable or unwritable file in one line', async () => {
  const foyer = await startFair();
  await run(foyer, 'save', await fileOf(JSON.stringify(venueOf('First'))));
  const directory = await folder();
  const none = join(directory, 'missing');
  for (const command of ['validate', 'save', 'import']) {
    expect(await run(foyer, command, none)).toEqual({ exit: 1, out: [], err: [`No such file: ${none}`] });
    expect((await run(foyer, command, directory)).err).toEqual([`${directory} is a folder, not a file`]);
    expect((await run(foyer, command, `${await fileOf('')}/x`)).err).toEqual([
      expect.stringMatching(/^No such folder: /),
    ]);
  }
  expect((await run(foyer, 'export', join(none, 'x.tar'))).err).toEqual([`No such folder: ${none}`]);
  expect((await run(foyer, 'export', directory)).err).toEqual([`${directory} is a folder, not a file`]);
});

test('wrong usage prints the usage and exits with 64', async () => {
  for (const words of [
    [],
    ['paint'],
    ['constructor'],
    ['save'],
    ['diff', '1'],
    ['diff', 'a', 'b'],
    ['save', 'x', '--colour', 'red'],
  ]) {
    const { exit, err } = await run({ url: 'http://127.0.0.1:1' }, ...words);
    expect([words, exit]).toEqual([words, usageExit]);
    expect(err.join('\n')).toContain('venue import FILE.tar');
  }
});

test('an unreachable server and a missing file are reported in one line', async () => {
  const file = await fileOf('{}');
  const away = await run({ url: 'http://127.0.0.1:1' }, 'validate', file);
  expect(away).toMatchObject({
    exit: 1,
    err: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 does not respond: /)],
  });
  const missing = await run({ url: 'http://127.0.0.1:1' }, 'validate', `${file}.none`);
  expect(missing).toMatchObject({ exit: 1, err: [expect.stringContaining(`${file}.none`)] });
});

describe('export and import', () => {
  const sumsOf = async (foyer: Foyer) =>
    Object.fromEntries((await foyer.must(listAssets, {})).assets.map(({ id, sha256 }) => [id, sha256]));

  test('copy the venue and all its assets to an empty server in one archive', async () => {
    const from = await startFair();
    await run(from, 'save', await fileOf(JSON.stringify(venueOf('Moving'))));
    const file = join(await folder(), 'venue.tar');
    expect(await run(from, 'export', file)).toMatchObject({
      exit: 0,
      out: [`Exported version 1 of fair with 2 asset(s) to ${file}`],
    });
    const to = await startFoyer();
    expect(await run(to, 'import', file)).toMatchObject({
      exit: 0,
      out: ['2 of 2 asset(s) uploaded, the others are unchanged', 'Saved as version 1, based on version 0'],
    });
    expect(await sumsOf(to)).toEqual(await sumsOf(from));
    const content = async (foyer: Foyer) => (await foyer.must(getVersion, { params: { version: 1 } })).venue;
    expect(await content(to)).toEqual(await content(from));
  });

  test('importing the same archive again uploads nothing and only increases the version', async () => {
    const foyer = await startFair();
    await run(foyer, 'save', await fileOf(JSON.stringify(venueOf('Same'))));
    const file = join(await folder(), 'venue.tar');
    await run(foyer, 'export', file);
    expect((await run(foyer, 'import', file)).out[0]).toBe(
      '0 of 2 asset(s) uploaded, the others are unchanged',
    );
    expect((await run(foyer, 'diff', '1', '2')).out).toEqual(['Versions 1 and 2 are equal']);
  });

  test('repeated exports have the same bytes, and an export of an earlier version has its pictures', async () => {
    const foyer = await startFair();
    await run(foyer, 'save', await fileOf(JSON.stringify(venueOf('Old'))));
    const [old, again, earlier] = [
      join(await folder(), 'a.tar'),
      join(await folder(), 'b.tar'),
      join(await folder(), 'c.tar'),
    ];
    await run(foyer, 'export', old);
    await run(foyer, 'export', again);
    await put(foyer, 'wall', 77);
    await run(foyer, 'save', await fileOf(JSON.stringify(venueOf('New'))), '--base', '1');
    expect((await run(foyer, 'export', earlier, '--version', '1')).exit).toBe(0);
    const sum = async (file: string) =>
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex');
    expect([await sum(again), await sum(earlier)]).toEqual([await sum(old), await sum(old)]);
  });

  test('an export of a version of another architecture than the named one is refused', async () => {
    const foyer = await startFair();
    await run(foyer, 'save', await fileOf(JSON.stringify(venueOf('Fair'))));
    const file = join(await folder(), 'a.tar');
    const { exit, err } = await run(foyer, 'export', file, 'other', '--version', '1');
    expect([exit, err]).toEqual([1, ['Version 1 is one of fair, not of other']]);
    expect((await run(foyer, 'export', file, 'fair', '--version', '1')).exit).toBe(0);
  });

  test('an export contains no timestamps', async () => {
    const foyer = await startFair();
    await run(foyer, 'save', await fileOf(JSON.stringify(venueOf('x'))));
    const file = join(await folder(), 'venue.tar');
    await run(foyer, 'export', file);
    const times: [string, number | undefined][] = [];
    const extract = tar.extract();
    extract.on('entry', (header, entry, next) => {
      times.push([header.name, header.mtime?.getTime()]);
      entry.on('end', next).resume();
    });
    await pipeline(createReadStream(file), extract);
    expect(times).toEqual([
      ['venue.json', 0],
      ['assets/wall', 0],
      ['assets/logo', 0],
    ]);
  });

  test('a failed export leaves no file', async () => {
    const foyer = await startFair();
    await run(foyer, 'save', await fileOf(JSON.stringify(venueOf('x'))));
    const directory = await folder();
    expect((await run(foyer, 'export', join(directory, 'venue.tar'), '--version', '9')).exit).toBe(1);
    expect(await readdir(directory)).toEqual([]);
  });

  test('an invalid venue is rejected before anything is uploaded', async () => {
    const foyer = await startFoyer();
    const venue = venueOf('x');
    if (venue.architectures[0]) venue.architectures[0].defaultAreaId = 'cellar';
    const file = await archive([
      ['venue.json', JSON.stringify(venue)],
      ['assets/wall', onePixel(1)],
      ['assets/logo', onePixel(2)],
    ]);
    const { exit, err } = await run(foyer, 'import', file);
    expect(exit).toBe(1);
    expect(err).toEqual([
      `${file}: architectures[0].defaultAreaId: there is no area "cellar"`,
      `${file} has 1 error(s)`,
      'Nothing was uploaded or saved',
    ]);
    expect(await sumsOf(foyer)).toEqual({});
  });

  test('an asset that is neither in the archive nor on the server is reported, and nothing is uploaded', async () => {
    const foyer = await startFoyer();
    const file = await archive([
      ['venue.json', JSON.stringify(venueOf('x'))],
      ['assets/wall', onePixel(1)],
    ]);
    expect((await run(foyer, 'import', file)).err[0]).toContain(
      'the asset "logo" is not stored on this server',
    );
    expect(await sumsOf(foyer)).toEqual({});
  });

  test('an interrupted import reports its progress, and continues when it is run again', async () => {
    const foyer = await startFoyer();
    const entries = (logo: Uint8Array): Entry[] => [
      ['venue.json', JSON.stringify(venueOf('x'))],
      ['assets/wall', onePixel(1)],
      ['assets/logo', logo],
    ];
    const { exit, err } = await run(foyer, 'import', await archive(entries(new Uint8Array())));
    expect(exit).toBe(1);
    expect(err[0]).toBe(
      'The asset logo could not be uploaded after 1 of 2; the venue was not saved. Run the command again to continue.',
    );
    expect((await foyer.must(listVersions, { query: {} })).versions).toEqual([]);
    expect(await run(foyer, 'import', await archive(entries(onePixel(2))))).toMatchObject({
      exit: 0,
      out: ['1 of 2 asset(s) uploaded, the others are unchanged', 'Saved as version 1, based on version 0'],
    });
    const query = { architectureId: 'fair' };
    expect((await foyer.must(getVenue, { query }, { mode: 'STAGE' })).assets).toHaveLength(2);
  });

  test('the first venue of docs/venue-file.md can be imported and published with the documented commands', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../docs/venue-file.md'), 'utf8');
    const venue = /```json\n(.*?)```/s.exec(page)?.[1] ?? '';
    const fair = join(await folder(), 'fair');
    await mkdir(join(fair, 'assets'), { recursive: true });
    await writeFile(join(fair, 'venue.json'), venue);
    await writeFile(join(fair, 'assets', 'hall.webp'), onePixel(1));
    const [, ...words] = /^ *tar (-cf) fair\.tar (-C) fair (venue\.json) (assets)$/m.exec(page) ?? [];
    const [create = '', inFolder = '', ...content] = words;
    execFileSync('tar', [create, `${fair}.tar`, inFolder, fair, ...content]);
    const foyer = await startFoyer();
    expect(await run(foyer, 'import', `${fair}.tar`)).toEqual({
      exit: 0,
      out: ['1 of 1 asset(s) uploaded, the others are unchanged', 'Saved as version 1, based on version 0'],
      err: [],
    });
    expect(await run(foyer, 'publish', 'fair')).toMatchObject({
      exit: 0,
      out: ['Published version 1 of fair'],
    });
  });

  const invalidArchives: readonly (readonly [name: string, entries: readonly Entry[], reason: RegExp])[] = [
    [
      'a path outside of the folder',
      [['assets/../../etc/passwd', 'x']],
      /only venue\.json and assets\/\{id\} are allowed/,
    ],
    ['an absolute path', [['/etc/passwd', 'x']], /only venue\.json/],
    ['another file', [['readme.txt', 'x']], /"readme\.txt"/],
    ['a folder in the assets', [['assets/a/b', 'x']], /"assets\/a\/b"/],
    ['a name with a NUL', [['assets/a%00', 'x']], /only venue\.json/],
    ['a hidden file', [['assets/.env', 'x']], /only venue\.json/],
    ['another folder', [['pictures/', '', { type: 'directory' }]], /is a directory, not a file/],
    [
      'a link',
      [['assets/wall', 'x', { type: 'symlink', linkname: '/etc/passwd' }]],
      /is a symlink, not a file/,
    ],
    [
      'an asset twice',
      [
        ['assets/wall', 'x'],
        ['assets/wall', 'y'],
      ],
      /contains "assets\/wall" twice/,
    ],
    [
      'the venue twice',
      [
        ['venue.json', '{}'],
        ['venue.json', '{}'],
      ],
      /contains venue\.json twice/,
    ],
    ['no venue', [['assets/wall', 'x']], /does not contain venue\.json/],
    [
      'a venue over 20 MB',
      [['venue.json', 'x'.repeat(venueFileBytes + 1)]],
      /bytes long; the maximum is \d+/,
    ],
  ];
  for (const [name, entries, reason] of invalidArchives)
    test(`an archive with ${name} is rejected before anything is sent`, async () => {
      const { exit, err } = await run({ url: 'http://127.0.0.1:1' }, 'import', await archive(entries));
      expect(exit).toBe(1);
      expect(err).toEqual([expect.stringMatching(reason)]);
    });

  test('an invalid or truncated archive is rejected and leaves no unpacked files', async () => {
    const before = await leftovers();
    const whole = await readFile(
      await archive([
        ['venue.json', '{}'],
        ['assets/wall', 'x'.repeat(5_000)],
      ]),
    );
    for (const bytes of [Buffer.from('not a tar at all '.repeat(100)), whole.subarray(0, 2_000)]) {
      const file = join(await folder(), 'bad.tar');
      await writeFile(file, bytes);
      const { exit, err } = await run({ url: 'http://127.0.0.1:1' }, 'import', file);
      expect([exit, err.length]).toEqual([1, 1]);
    }
    expect(await leftovers()).toEqual(before);
  });
});

type Entry = readonly [name: string, content: string | Uint8Array, header?: Partial<tar.Header>];

async function archive(entries: readonly Entry[]): Promise<string> {
  const file = join(await folder(), 'venue.tar');
  const pack = tar.pack();
  for (const [name, content, header = {}] of entries)
    if (header.type === 'symlink') pack.entry({ name, ...header });
    else pack.entry({ name, ...header }, Buffer.from(content));
  pack.finalize();
  await pipeline(pack, createWriteStream(file));
  return file;
}

const leftovers = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('foyer-import-')).toSorted();
