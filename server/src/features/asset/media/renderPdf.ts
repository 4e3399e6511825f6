/**
 * Renders the first page of a PDF in a process of its own: PDFs are untrusted, and their parser and the canvas are large
 * programs. The process has no secrets in its environment, Node's permissions for two files, and is killed at its limits.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  RenderingFailed,
  waitForRenderer,
  type CoverFailure,
  type CoverLimits,
  type RenderCoverOptions,
  type RenderingFault,
} from './renderCover.ts';

/** Resident memory, of which about 150 MiB are the programs. */
const defaultLimits: CoverLimits = { timeMs: 20_000, memoryMiB: 512 };
/** Of JavaScript objects; the bytes of pictures and the canvas are outside of it. */
const heapMiB = 256;

export const program = fileURLToPath(new URL('./renderPdf.worker.ts', import.meta.url));

/** The exit codes of the program, beyond those of Node.js, which exits with 1 if the program or its packages cannot be loaded. */
export const exitCodes = { encrypted: 20, damaged: 21, tooLarge: 22, unwritable: 23, crashed: 24 } as const;
const failures = ['encrypted', 'damaged', 'tooLarge'] as const;
export type PdfFailure = (typeof failures)[number];

const { resolve: resolvePackage } = createRequire(import.meta.url);
/** @throws RenderingFailed if the package is not installed */
export function packageFolder(name: string): string {
  try {
    return dirname(resolvePackage(`${name}/package.json`));
  } catch (error) {
    throw new RenderingFailed('notLoaded', { cause: error });
  }
}

/**
 * The arguments of Node.js that let JavaScript read only the PDF and the program, write only the picture, and start no
 * programs. They do not restrict native code, which the canvas needs, and not the network.
 */
export const permissions = (pdf: string, cover: string): readonly string[] => [
  '--permission',
  `--allow-fs-read=${dirname(program)}`,
  `--allow-fs-read=${packageFolder('pdfjs-dist')}`,
  // The native code of the canvas is in a package beside it.
  `--allow-fs-read=${dirname(packageFolder('@napi-rs/canvas'))}`,
  `--allow-fs-read=${pdf}`,
  `--allow-fs-write=${cover}`,
  '--allow-addons',
  '--allow-worker',
];

/** A `RenderCover` for PDFs: the cover is the first page. */
export async function renderPdf(
  pdf: string,
  cover: string,
  { signal, limits = defaultLimits }: Omit<RenderCoverOptions, 'mediaType'>,
): Promise<CoverFailure | undefined> {
  signal.throwIfAborted();
  const child = spawn(
    process.execPath,
    [
      `--max-old-space-size=${heapMiB}`,
      ...permissions(pdf, cover),
      program,
      pdf,
      cover,
      String(limits.timeMs),
      String(limits.memoryMiB),
    ],
    { env: {}, stdio: 'ignore' },
  );
  const { code, timedOut } = await waitForRenderer(child, { signal, timeMs: limits.timeMs });
  const failure = failures.find((each) => exitCodes[each] === code);
  if (code === 0 || failure !== undefined) return failure;
  throw new RenderingFailed(faultOf(code, timedOut));
}

function faultOf(code: number | null, timedOut: boolean): RenderingFault {
  if (timedOut) return 'timeout';
  if (code === exitCodes.unwritable) return 'unwritable';
  return code === 1 ? 'notLoaded' : 'crashed';
}
