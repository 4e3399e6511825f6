import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openFolderBlobs } from '#platform/blobs/folder';
import { bundleKey } from '../blobKeys.ts';
import { copyHlsSample } from './hlsSample.ts';

const row = { assetId: 'stream', uploadSha256: 'a'.repeat(64) };

/** Returns the media type of the sample and the names of the files in it, or why there is none. */
async function sampleOf(...playlist: readonly string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-sample-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const blobs = await openFolderBlobs(join(folder, 'blobs'), 0);
  const names = ['init.mp4', 'other.mp4', ...Array.from({ length: 5 }, (_, at) => `${at}.m4s`)];
  for (const name of names) await blobs.put(bundleKey(row, name), Buffer.from(` ${name}`));
  await blobs.put(bundleKey(row, 'playlist.m3u8'), Buffer.from(['#EXTM3U', ...playlist].join('\n')));
  const file = join(folder, 'sample');
  const sample = await copyHlsSample({ blobs, row, signal: new AbortController().signal }, file);
  return 'failure' in sample ? sample.failure : `${sample.mediaType}${await readFile(file, 'utf8')}`;
}

const key = '#EXT-X-KEY:METHOD=AES-128,URI="key.bin"';
const noKey = '#EXT-X-KEY:METHOD=NONE';
const init = '#EXT-X-MAP:URI="init.mp4"';

test.each([
  ['has a key', [key, '0.m4s']],
  ['has a key after METHOD=NONE', [noKey, key, '0.m4s']],
  ['has a key before a later METHOD=NONE', [key, '0.m4s', noKey, '1.m4s']],
  ['has a key from the third segment on', ['0.m4s', '1.m4s', key, '2.m4s']],
  ['has a key for its initialization segment only', [key, init, noKey, '0.m4s']],
  ['has a key whose method comes last', ['#EXT-X-KEY:URI="key.bin",METHOD=SAMPLE-AES', '0.m4s']],
  [
    'has a key with METHOD=NONE in a quoted value',
    ['#EXT-X-KEY:URI="a,METHOD=NONE",METHOD=AES-128', '0.m4s'],
  ],
  ['has a key without a method', ['#EXT-X-KEY:URI="key.bin"', '0.m4s']],
])('ASSET-03en an HLS video that %s is encrypted', async (_what, playlist) => {
  expect(await sampleOf(...playlist)).toBe('encrypted');
});

test.each([
  ['no key', ['0.m4s', '1.m4s', '2.m4s', '3.m4s'], '0.m4s 1.m4s 2.m4s'],
  ['METHOD=NONE behind another attribute', ['#EXT-X-KEY:KEYFORMAT="a,b", METHOD=NONE', '0.m4s'], '0.m4s'],
  ['a key that ends before its first segment', [key, noKey, '0.m4s'], '0.m4s'],
  ['a key after its third segment', ['0.m4s', '1.m4s', '2.m4s', key, '3.m4s'], '0.m4s 1.m4s 2.m4s'],
  [
    'other initialization segments later',
    [init, '0.m4s', '1.m4s', '#EXT-X-MAP:BYTERANGE="9@0",URI="other.mp4"', '2.m4s', init, '3.m4s'],
    'init.mp4 0.m4s 1.m4s other.mp4 2.m4s',
  ],
])('ASSET-03eo the sample of an HLS video with %s is its first segments', async (_what, playlist, names) => {
  expect(await sampleOf(...playlist)).toBe(`video/mp4 ${names}`);
});
