/**
 * Renders the first page of a PDF in a process of its own: PDFs are untrusted, and their parser and the canvas are large
 * programs. The process has no secrets in its environment, may write only the picture, and is killed at its limits.
 */
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Why a PDF has no cover. */
export type CoverFailure = 'encrypted' | 'damaged' | 'tooLarge';

export interface CoverLimits {
  readonly timeMs: number;
  /** Resident memory of the process, of which about 150 MiB are the programs. */
  readonly memoryMiB: number;
}

const defaultLimits: CoverLimits = { timeMs: 20_000, memoryMiB: 512 };
/** Of JavaScript objects; the bytes of pictures and the canvas are outside of it. */
const heapMiB = 256;

export interface RenderedCover {
  /** Why there is no cover; `crashed` includes too much memory. */
  readonly failure?: CoverFailure | 'timeout' | 'crashed';
}

export interface RenderCoverOptions {
  readonly signal: AbortSignal;
  readonly limits?: CoverLimits;
}

/**
 * Writes the first page of the file `pdf` to the file `cover`, as WebP.
 * @throws if the process cannot start, or with the reason of the signal
 */
export type RenderCover = (pdf: string, cover: string, options: RenderCoverOptions) => Promise<RenderedCover>;

const program = fileURLToPath(new URL('./renderCover.worker.ts', import.meta.url));

/** The exit codes of the program. Node.js itself exits with 1 if the program or its packages cannot be loaded. */
export const exitCodes: Readonly<Record<CoverFailure, number>> = { encrypted: 10, damaged: 11, tooLarge: 12 };
const failures = Object.keys(exitCodes) as CoverFailure[];

export const renderCover: RenderCover = (pdf, cover, { signal, limits = defaultLimits }) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${heapMiB}`,
        // It can neither start programs nor write files other than the picture.
        '--permission',
        '--allow-fs-read=*',
        `--allow-fs-write=${dirname(cover)}`,
        '--allow-addons',
        '--allow-worker',
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
        else if (code === 0) resolve({});
        else if (failure !== undefined) resolve({ failure });
        else if (timedOut) resolve({ failure: 'timeout' });
        else if (code === 1) reject(new Error('The program that renders covers could not be loaded.'));
        else resolve({ failure: 'crashed' });
      }),
    );
  });
