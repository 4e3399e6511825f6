/** Runs the venue check where it stalls nobody: small files here, large ones in a thread that is started for the first one. */
import { Worker } from 'node:worker_threads';
import { Refusal } from '#platform/refusal';
import { Semaphore } from '#platform/semaphore';
import { checkSaveText, checkVenueText, type CheckedSave, type CheckedVenue } from './checkVenue.ts';

export interface VenueChecker {
  venue(text: string): Promise<CheckedVenue>;
  /** The body of a save: `{baseVersion, venue}`. */
  save(text: string): Promise<CheckedSave>;
  close(): Promise<void>;
}

/** Above this many characters a check may take longer than a request of somebody else should wait. */
const largeText = 256 * 1024;
export interface CheckLimits {
  /** A file that takes longer is made to take long. */
  readonly timeMs: number;
  readonly memoryMb: number;
}
const usualLimits: CheckLimits = { timeMs: 20_000, memoryMb: 1024 };

export interface CheckRequest {
  readonly id: number;
  readonly kind: 'venue' | 'save';
  readonly text: string;
}
export interface CheckReply {
  readonly id: number;
  readonly result: CheckedVenue | CheckedSave;
}

interface Running {
  readonly request: CheckRequest;
  readonly resolve: (result: CheckedVenue | CheckedSave) => void;
  readonly reject: (fault: Error) => void;
}

const stopping = () => new Refusal('unavailable', 'The server is stopping.');
const tooComplex = () => new Refusal('payloadTooLarge', 'The venue file is too complex to be checked.');

export class ThreadedChecker implements VenueChecker {
  readonly #limits: CheckLimits;
  #worker: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Running | undefined;
  /** One file at a time: the thread's limits of memory and time count for one file. */
  readonly #thread = new Semaphore({ permits: 1 });
  #count = 0;
  #closed = false;

  constructor(limits: CheckLimits = usualLimits) {
    this.#limits = limits;
  }

  async venue(text: string): Promise<CheckedVenue> {
    return text.length <= largeText
      ? checkVenueText(text)
      : ((await this.#inThread('venue', text)) as CheckedVenue);
  }

  async save(text: string): Promise<CheckedSave> {
    return text.length <= largeText
      ? checkSaveText(text)
      : ((await this.#inThread('save', text)) as CheckedSave);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end(stopping());
  }

  #inThread(kind: CheckRequest['kind'], text: string): Promise<CheckedVenue | CheckedSave> {
    return this.#thread.run(() => {
      if (this.#closed) throw stopping();
      this.#count += 1;
      const request = { id: this.#count, kind, text };
      return new Promise((resolve, reject) => {
        this.#running = { request, resolve, reject };
        this.#worker ??= this.#start();
        this.#timer = setTimeout(() => void this.#end(tooComplex()), this.#limits.timeMs);
        this.#worker.postMessage(request, []);
      });
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./checkVenue.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
    });
    worker.unref();
    worker.on('message', ({ id, result }: CheckReply) => {
      const running = this.#running;
      if (running?.request.id !== id) return;
      this.#finish();
      running.resolve(result);
    });
    // A thread that ran out of memory or could not start; the next file gets a new one.
    worker.on('error', (fault: NodeJS.ErrnoException) => {
      if (this.#worker !== worker) return;
      void this.#end(fault.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex() : fault);
    });
    return worker;
  }

  #finish(): void {
    clearTimeout(this.#timer);
    this.#running = undefined;
  }

  async #end(fault: Error): Promise<void> {
    const worker = this.#worker;
    const running = this.#running;
    this.#worker = undefined;
    this.#finish();
    await worker?.terminate();
    running?.reject(fault);
  }
}
