/** The common part of the renderers of covers: each is a process of its own, which is killed at its limits. */
import type { ChildProcess } from 'node:child_process';

/** Why an asset has no cover, whenever it is tried. */
export type CoverFailure = 'encrypted' | 'damaged' | 'tooLarge' | 'noPicture' | 'unsupported';

/**
 * Why a rendering failed that may succeed another time. `crashed` includes too much memory and a signal from outside,
 * `notLoaded` a program that is not installed.
 */
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
  readonly memoryMiB: number;
}

export interface RenderCoverOptions {
  /** Of the file. */
  readonly mediaType: string;
  readonly signal: AbortSignal;
  readonly limits?: CoverLimits;
}

/**
 * Writes a picture of `file` to the file `cover`, as WebP. Returns why the file has none.
 * @throws RenderingFailed, the error of a process that cannot start, or the reason of the signal
 */
export type RenderCover = (
  file: string,
  cover: string,
  options: RenderCoverOptions,
) => Promise<CoverFailure | undefined>;

export interface RendererExit {
  /** Null after a signal. */
  readonly code: number | null;
  readonly timedOut: boolean;
}

/**
 * Waits until the process has ended and its output is read; kills it after `timeMs` milliseconds and when `signal` aborts.
 * @throws the error of a process that cannot start, or the reason of the signal
 */
export function waitForRenderer(
  child: ChildProcess,
  { signal, timeMs }: { readonly signal: AbortSignal; readonly timeMs: number },
): Promise<RendererExit> {
  return new Promise((resolve, reject) => {
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill('SIGKILL');
    }, timeMs);
    const abort = () => void child.kill('SIGKILL');
    signal.addEventListener('abort', abort, { once: true });
    const settle = (outcome: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      outcome();
    };
    child.once('error', (error) => settle(() => reject(error)));
    child.once('close', (code) =>
      settle(() => (signal.aborted ? reject(signal.reason as Error) : resolve({ code, timedOut }))),
    );
  });
}
