/**
 * Program: renders the first page of a PDF. Arguments: the PDF, the picture, and the limits of `renderCover.ts`, which a
 * thread enforces because rendering blocks this one.
 */
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { Canvas } from '@napi-rs/canvas';
import { exitCodes, type CoverFailure } from './renderCover.ts';

/** The canvas, in pixels: the cover fits into it. */
const maxWidth = 1_280;
const maxHeight = 2_560;
/** The maximum side of a page in points: 200 inches, the limit of the PDF specification. */
const maxPagePoints = 14_400;
/** Larger pictures on the page are left out. */
const maxImagePixels = 25_000_000;
const memoryCheckMs = 25;

class Failure extends Error {
  readonly reason: CoverFailure;
  constructor(reason: CoverFailure) {
    super(reason);
    this.reason = reason;
  }
}

/** Kills this process at its limits, and if its parent has died without doing so. */
function enforceLimits(timeMs: number, memoryMiB: number): void {
  const kill = () => process.kill(process.pid, 'SIGKILL');
  setTimeout(kill, timeMs);
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryMiB * 1024 * 1024) kill();
  }, memoryCheckMs);
}

async function render(pdf: string): Promise<Buffer> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const packageFolder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  const document = await getDocument({
    url: pdf,
    // Reads only the parts of the file that the first page needs.
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: join(packageFolder, 'cmaps/'),
    standardFontDataUrl: join(packageFolder, 'standard_fonts/'),
    wasmUrl: join(packageFolder, 'wasm/'),
    iccUrl: join(packageFolder, 'iccs/'),
    useSystemFonts: false,
    maxImageSize: maxImagePixels,
    verbosity: 0,
  }).promise;
  const page = await document.getPage(1);
  const { width, height } = page.getViewport({ scale: 1 });
  if (!(width > 0 && height > 0)) throw new Failure('damaged');
  if (width > maxPagePoints || height > maxPagePoints) throw new Failure('tooLarge');
  const viewport = page.getViewport({ scale: Math.min(maxWidth / width, maxHeight / height) });
  const { createCanvas } = await import('@napi-rs/canvas');
  const canvas: Canvas = createCanvas(
    Math.max(1, Math.round(viewport.width)),
    Math.max(1, Math.round(viewport.height)),
  );
  await page.render({ canvas: canvas as never, viewport, background: '#ffffff' }).promise;
  return canvas.encode('webp', 90);
}

function failureOf(error: unknown): CoverFailure {
  if (error instanceof Failure) return error.reason;
  return error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'damaged';
}

if (isMainThread) {
  const [pdf = '', cover = '', ...limits] = process.argv.slice(2);
  new Worker(new URL(import.meta.url), { workerData: limits.map(Number) }).unref();
  // Fails here if the packages are missing, and not as if the PDF were damaged.
  await Promise.all([import('pdfjs-dist/legacy/build/pdf.mjs'), import('@napi-rs/canvas')]);
  const fail = (error: unknown) => process.exit(exitCodes[failureOf(error)]);
  // The parser may fail in callbacks of its own.
  process.on('uncaughtException', fail);
  await render(pdf)
    .then((picture) => writeFile(cover, picture))
    .then(() => process.exit(0), fail);
} else {
  const [timeMs = 0, memoryMiB = 0] = workerData as number[];
  enforceLimits(timeMs, memoryMiB);
}
