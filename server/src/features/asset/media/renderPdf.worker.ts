/**
 * Program: renders the first page of a PDF. Arguments: the PDF, the picture, and the limits of `renderPdf.ts`, which a
 * thread enforces because rendering blocks this one.
 */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { Canvas } from '@napi-rs/canvas';
import { exitCodes, packageFolder, type PdfFailure } from './renderPdf.ts';

/** The canvas, in pixels: the cover fits into it. */
const maxWidth = 1_280;
const maxHeight = 2_560;
/** The maximum side of a page in points: 200 inches, the limit of the PDF specification. */
const maxPagePoints = 14_400;
/** Larger pictures on the page are left out. */
const maxImagePixels = 25_000_000;
const memoryCheckMs = 25;

class Failure extends Error {
  readonly reason: PdfFailure;
  constructor(reason: PdfFailure) {
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
  const folder = packageFolder('pdfjs-dist');
  const document = await getDocument({
    url: pdf,
    // Reads only the parts of the file that the first page needs.
    disableAutoFetch: true,
    disableStream: true,
    cMapUrl: join(folder, 'cmaps/'),
    standardFontDataUrl: join(folder, 'standard_fonts/'),
    wasmUrl: join(folder, 'wasm/'),
    iccUrl: join(folder, 'iccs/'),
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

/**
 * Only what the PDF itself is counts, because it is stored. Everything else may be due to the machine, as a lack of memory
 * is, which the parser reports like an error of its own.
 */
function exitCodeOf(error: unknown): number {
  if (error instanceof Failure) return exitCodes[error.reason];
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return exitCodes.encrypted;
  return name === 'InvalidPDFException' ? exitCodes.damaged : exitCodes.crashed;
}

/** Node.js has this since version 24.20, its types do not. */
const permission = process.permission as typeof process.permission & { drop?: (scope: string) => void };

if (isMainThread) {
  const [pdf = '', cover = '', ...limits] = process.argv.slice(2);
  const watch = new Worker(new URL(import.meta.url), { workerData: limits.map(Number) });
  await once(watch, 'online').catch(() => process.exit(exitCodes.crashed));
  watch.unref();
  // Fails here if the packages are missing, and not as if the PDF were damaged.
  await Promise.all([import('pdfjs-dist/legacy/build/pdf.mjs'), import('@napi-rs/canvas')]);
  // A thread that has options of its own has no restrictions, and native code has none either.
  permission.drop?.('worker');
  permission.drop?.('addon');
  const fail = (error: unknown) => process.exit(exitCodeOf(error));
  // The parser may fail in callbacks of its own.
  process.on('uncaughtException', fail);
  const picture = await render(pdf).catch(fail);
  await writeFile(cover, picture).catch(() => process.exit(exitCodes.unwritable));
  process.exit(0);
} else {
  const [timeMs = 0, memoryMiB = 0] = workerData as number[];
  enforceLimits(timeMs, memoryMiB);
}
