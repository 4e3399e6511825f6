import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfOf, pdfsWithoutCover, slowPage, twoPages } from '../testing/pdfs.ts';
import type { CoverLimits } from './renderCover.ts';
import { exitCodes, permissions, program, renderPdf } from './renderPdf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-cover-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let count = 0;
async function render(pdf: Buffer, limits?: CoverLimits) {
  count += 1;
  const [file, cover] = [join(folder, `${count}.pdf`), join(folder, `${count}.webp`)];
  await writeFile(file, pdf);
  const { signal } = new AbortController();
  return { cover, failure: await renderPdf(file, cover, { signal, ...(limits && { limits }) }) };
}

async function pictureOf(pdf: Buffer) {
  const { failure, cover } = await render(pdf);
  expect(failure).toBeUndefined();
  const picture = sharp(await readFile(cover));
  const { width, height, format } = await picture.metadata();
  const { channels } = await picture.stats();
  return { width, height, format, means: channels.slice(0, 3).map(({ mean }) => Math.round(mean)) };
}

test('ASSET-03c the cover of a PDF is its first page', async () => {
  const { width, height, format, means } = await pictureOf(await twoPages({ size: 'A4' }));
  expect([width, height, format]).toEqual([1280, 1810, 'webp']);
  const [red = 0, green = 0, blue = 0] = means;
  expect([red > 240, green < 15, blue < 15]).toEqual([true, true, true]);
});

test.each<[what: string, size: [number, number], cover: [number, number]]>([
  ['a small page', [100, 50], [1280, 640]],
  ['a tall page', [100, 1_000], [256, 2560]],
  ['the largest page', [14_400, 14_400], [1280, 1280]],
])('ASSET-03d the cover of %s fits into 1280 by 2560 pixels', async (_what, size, cover) => {
  const { width, height } = await pictureOf(await twoPages({ size }));
  expect([width, height]).toEqual(cover);
});

test('ASSET-03e text in a font that is not part of the PDF is drawn on white', async () => {
  const pdf = await pdfOf((document) => {
    document.font('Times-Roman').fontSize(60).text('The programme of all evenings '.repeat(12));
  });
  const { means } = await pictureOf(pdf);
  for (const mean of means) expect([mean > 150, mean < 250]).toEqual([true, true]);
});

test.each(Object.entries(pdfsWithoutCover))(
  'ASSET-03f a PDF that is %s has no cover',
  async (failure, pdf) => {
    expect((await render(pdf)).failure).toBe(failure);
  },
);

test('ASSET-03g a PDF that is encrypted without a password has a cover', async () => {
  const { width } = await pictureOf(await twoPages({ ownerPassword: 'secret', pdfVersion: '1.7ext3' }));
  expect(width).toBe(1280);
});

test('ASSET-03h rendering ends at the limits of time and memory, without a picture', async () => {
  await expect(render(await slowPage(), { timeMs: 2_500, memoryMiB: 512 })).rejects.toMatchObject({
    fault: 'timeout',
  });
  await expect(render(await twoPages(), { timeMs: 20_000, memoryMiB: 10 })).rejects.toMatchObject({
    fault: 'crashed',
  });
  expect(await readdir(folder)).not.toContain(`${count}.webp`);
});

test('ASSET-03ab a picture that cannot be written is no fault of the PDF', async () => {
  const file = join(folder, 'unwritable.pdf');
  await writeFile(file, await twoPages());
  const { signal } = new AbortController();
  const rendering = renderPdf(file, join(folder, 'missing', 'cover'), { signal });
  await expect(rendering).rejects.toMatchObject({ fault: 'unwritable' });
});

test('ASSET-03ac JavaScript in the process reads only the PDF, writes only the picture and starts no program', async () => {
  const at = (name: string) => join(folder, name);
  const [pdf, cover, other] = [at('sandbox.pdf'), at('sandbox.webp'), at('other.pdf')];
  for (const file of [pdf, other]) await writeFile(file, 'content');
  const attempts = `
    const { readFileSync, writeFileSync, readdirSync } = require('node:fs');
    const { execFileSync } = require('node:child_process');
    const outcome = (work) => { try { work(); return 'allowed' } catch ({ code }) { return code } };
    const [pdf, cover, other] = process.argv.slice(1);
    console.log(JSON.stringify([
      () => readFileSync(pdf), () => writeFileSync(cover, ''),
      () => readFileSync(other), () => readFileSync('/etc/passwd'), () => readdirSync('${folder}'),
      () => writeFileSync(pdf, ''), () => writeFileSync(other, ''),
      () => execFileSync(process.execPath, ['--version']),
    ].map(outcome)));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...permissions(pdf, cover),
    '--eval',
    attempts,
    pdf,
    cover,
    other,
  ]);
  const denied = 'ERR_ACCESS_DENIED';
  expect(JSON.parse(stdout)).toEqual(['allowed', 'allowed', ...Array<string>(6).fill(denied)]);
});

test('ASSET-03da the program gives up loading native code and starting threads before it opens the PDF', async () => {
  const at = (name: string) => join(folder, name);
  const [pdf, cover, observer] = [at('damaged.pdf'), at('damaged.webp'), at('observer.cjs')];
  await writeFile(pdf, pdfsWithoutCover.damaged);
  await writeFile(
    observer,
    `if (require('node:worker_threads').isMainThread) process.on('exit', () =>
      console.log(['addon', 'worker'].map((scope) => process.permission.has(scope)).join()));`,
  );
  const observed = [`--allow-fs-read=${observer}`, '--require', observer];
  const running = promisify(execFile)(process.execPath, [
    ...permissions(pdf, cover),
    ...observed,
    program,
    pdf,
    cover,
    '20000',
    '512',
  ]);
  // It ends at the PDF, with the rights that it has then.
  await expect(running).rejects.toMatchObject({ code: exitCodes.damaged, stdout: 'false,false\n' });
});

test('ASSET-03i rendering ends when the server stops', async () => {
  const [file, cover] = [join(folder, 'stopped.pdf'), join(folder, 'stopped.webp')];
  await writeFile(file, await twoPages());
  const controller = new AbortController();
  const rendering = renderPdf(file, cover, { signal: controller.signal });
  const stopping = new Error('The server is stopping.');
  controller.abort(stopping);
  await expect(rendering).rejects.toBe(stopping);
  expect(await readdir(folder)).not.toContain('stopped.webp');
});
