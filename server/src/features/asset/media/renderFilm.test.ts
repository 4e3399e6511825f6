import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { filmsWithoutCover, redFilm, rotated } from '../testing/films.ts';
import type { CoverLimits, RenderingFailed } from './renderCover.ts';
import { renderFilm } from './renderFilm.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-still-'));
  // Hostile films refer to this file.
  await writeFile(join(folder, 'red.mp4'), await redFilm());
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function render(film: Buffer, mediaType = 'video/mp4', limits?: CoverLimits) {
  count += 1;
  const [file, cover] = [join(folder, `${count}`), join(folder, `${count}.webp`)];
  await writeFile(file, film);
  const { signal } = new AbortController();
  return { cover, failure: await renderFilm(file, cover, { mediaType, signal, ...(limits && { limits }) }) };
}

async function pictureOf(film: Buffer, mediaType?: string) {
  const { failure, cover } = await render(film, mediaType);
  expect(failure).toBeUndefined();
  const picture = sharp(await readFile(cover));
  const { width, height, format } = await picture.metadata();
  const [red, , blue] = (await picture.stats()).channels;
  expect([format, (red?.mean ?? 0) > 240, (blue?.mean ?? 255) < 15]).toEqual(['webp', true, true]);
  return [width, height];
}

/** Replaces the folders in which programs are found by one that contains this ffmpeg, a shell script, or nothing. */
async function replacePath(ffmpeg?: string): Promise<void> {
  count += 1;
  const programs = join(folder, `programs-${count}`);
  await mkdir(programs);
  if (ffmpeg !== undefined) {
    await writeFile(join(programs, 'ffmpeg'), `#!/bin/sh\n${ffmpeg}\n`);
    await chmod(join(programs, 'ffmpeg'), 0o700);
  }
  vi.stubEnv('PATH', programs);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test.each(['mp4', 'webm'] as const)(
  'ASSET-03ea the cover of a film in %s is a still that is not its black beginning, in its size',
  async (format) => {
    expect(await pictureOf(await redFilm({ format }), `video/${format}`)).toEqual([320, 180]);
  },
);

test('ASSET-03eb the cover of a film fits into 1280 by 2560 pixels, and has the shape that players show', async () => {
  const sizes: readonly [Buffer, [number, number]][] = [
    [await redFilm({ size: '1920x1080' }), [1280, 720]],
    [await redFilm({ size: '300x3000' }), [256, 2560]],
    [rotated(await redFilm()), [180, 320]],
    [await redFilm({ output: ['-aspect', '32:9'] }), [640, 180]],
  ];
  for (const [film, size] of sizes) expect(await pictureOf(film)).toEqual(size);
});

test.each(Object.entries(filmsWithoutCover))(
  'ASSET-03ec a film that is %s has no cover',
  async (_what, [mediaType, film, failure]) => {
    expect((await render(film, mediaType)).failure).toBe(failure);
  },
);

test('ASSET-03ep a sound has no picture for ffmpeg 7 either, which reports it differently', async () => {
  await replacePath(`echo 'Codec AVOption skip_frame (Allow frame skipping) is not a decoding option.' >&2
    echo 'Error opening input files: Invalid argument' >&2; exit 234`);
  expect((await render(Buffer.alloc(0))).failure).toBe('noPicture');
});

test('ASSET-03ed rendering a still ends at the limit of time, without a picture', async () => {
  await replacePath('while :; do :; done');
  await expect(render(Buffer.alloc(0), 'video/mp4', { timeMs: 200, memoryMiB: 512 })).rejects.toMatchObject({
    fault: 'timeout',
  });
  expect(await readdir(folder)).not.toContain(`${count}.webp`);
});

test('ASSET-03ee ffmpeg gets limits of the kernel and no variables of the server, and what it prints is in the log', async () => {
  // Shells add variables of their own, so the values of the server's are replaced and looked for.
  const secret = 'a secret of the server';
  for (const name of ['ADMIN_KEY', ...Object.keys(process.env)]) vi.stubEnv(name, secret);
  await replacePath('for limit in v f c t; do ulimit -$limit; done >&2; export -p >&2; exit 1');
  const error = await render(Buffer.alloc(0), 'video/mp4', { timeMs: 20_000, memoryMiB: 512 }).then(
    () => undefined,
    (thrown: unknown) => thrown as RenderingFailed,
  );
  expect(error?.fault).toBe('crashed');
  const message = String(error?.cause);
  expect(message).toContain(`ffmpeg exited with 1: ${512 * 1024}\n0\n0\n25\n`);
  expect(message).toMatch(/\bPATH=/);
  expect(message).not.toContain(secret);
});

test('ASSET-03ef a picture that is too large is refused', async () => {
  await replacePath(`while :; do echo '${'picture '.repeat(1_000)}'; done`);
  await expect(render(Buffer.alloc(0))).rejects.toMatchObject({ fault: 'crashed' });
});

test('ASSET-03eg a lack of memory, a missing program and a full disk are no faults of the film', async () => {
  await replacePath(`echo 'Error while decoding: Cannot allocate memory' >&2
    echo 'film: Invalid data found when processing input' >&2; exit 1`);
  await expect(render(Buffer.alloc(0))).rejects.toMatchObject({ fault: 'crashed' });
  await replacePath();
  await expect(render(Buffer.alloc(0))).rejects.toMatchObject({ fault: 'notLoaded' });
  vi.unstubAllEnvs();
  const { signal } = new AbortController();
  const unwritable = join(folder, 'missing', 'cover');
  const rendering = renderFilm(join(folder, 'red.mp4'), unwritable, { mediaType: 'video/mp4', signal });
  await expect(rendering).rejects.toMatchObject({ fault: 'unwritable' });
});

test('ASSET-03eh rendering a still ends when the server stops', async () => {
  await replacePath('while :; do :; done');
  const controller = new AbortController();
  const { signal } = controller;
  const rendering = renderFilm(join(folder, 'red.mp4'), join(folder, 'stopped'), {
    mediaType: 'video/mp4',
    signal,
  });
  const stopping = new Error('The server is stopping.');
  controller.abort(stopping);
  await expect(rendering).rejects.toBe(stopping);
});
