/**
 * Renders the first page of a PDF in a process of its own: PDFs are untrusted, and their parser and the canvas are large
 * programs. The process has no secrets in its environment, Node's permissions for two files, and is killed at its limits.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Why a PDF has no cover, whenever it is tried. */
export type CoverFailure = 'encrypted' | 'damaged' | 'tooLarge';

/** Why a rendering failed that may succeed another time. `crashed` includes too much memory and a signal from outside. */
export type RenderingFault = 'timeout' | 'unwritable' | 'crashed' | 'notLoaded';

export class RenderingFailed extends Error {
  readonly fault: RenderingFault;
  constructor(fault: RenderingFault, options?: ErrorOptions) {
    super(`Rendering a cover failed: ${fault}.`, options);
    this.name = 'RenderingFailed';
    this.fault = fault;
  }
}

export interface CoverLimits {
  readonly timeMs: number;
  /** Resident memory of the process, of which about 150 MiB are the programs. */
  readonly memoryMiB: number;
}

const defaultLimits: CoverLimits = { timeMs: 20_000, memoryMiB: 512 };
/** Of JavaScript objects; the bytes of pictures and the canvas are outside of it. */
const heapMiB = 256;

export interface RenderCoverOptions {
  readonly signal: AbortSignal;
  readonly limits?: CoverLimits;
}

/**
 * Writes the first page of the file `pdf` to the file `cover`, as WebP. Returns why the PDF has none.
 * @throws RenderingFailed, the error of a process that cannot start, or the reason of the signal
 */
export type RenderCover = (
  pdf: string,
  cover: string,
  options: RenderCoverOptions,
) => Promise<CoverFailure | undefined>;

export const program = fileURLToPath(new URL('./renderCover.worker.ts', import.meta.url));

/** The exit codes of the program, beyond those of Node.js, which exits with 1 if the program or its packages cannot be loaded. */
export const exitCodes = { encrypted: 20, damaged: 21, tooLarge: 22, unwritable: 23, crashed: 24 } as const;
const failures: readonly CoverFailure[] = ['encrypted', 'damaged', 'tooLarge'];

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

export const renderCover: RenderCover = async (pdf, cover, { signal, limits = defaultLimits }) => {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
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
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, limits.timeMs);
    const abort = () => void child.kill('SIGKILL');
    signal.addEventListener('abort', abort, { once: true });
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      outcome();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('exit', (code) =>
      settle(() => {
        const failure = failures.find((each) => exitCodes[each] === code);
        if (signal.aborted) reject(signal.reason as Error);
        else if (code === 0 || failure !== undefined) resolve(failure);
        else reject(new RenderingFailed(faultOf(code, timedOut)));
      }),
    );
  });
};

function faultOf(code: number | null, timedOut: boolean): RenderingFault {
  if (timedOut) return 'timeout';
  if (code === exitCodes.unwritable) return 'unwritable';
  return code === 1 ? 'notLoaded' : 'crashed';
}
