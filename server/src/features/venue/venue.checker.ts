/** Runs the venue check where it stalls nobody: small files here, large ones in a thread that is started for the first one. */
import { Worker } from 'node:worker_threads';
import { Refusal } from '#platform/refusal';
import { checkSaveText, checkVenueText, type CheckedSave, type CheckedVenue } from './venue.check.ts';

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

interface Waiting {
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
  #running: Waiting | undefined;
  readonly #queue: Waiting[] = [];
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
    const waiting = this.#queue.splice(0);
    this.#closed = true;
    await this.#end(stopping());
    for (const { reject } of waiting) reject(stopping());
  }

  #inThread(kind: CheckRequest['kind'], text: string): Promise<CheckedVenue | CheckedSave> {
    if (this.#closed) return Promise.reject(stopping());
    this.#count += 1;
    const request = { id: this.#count, kind, text };
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, resolve, reject });
      this.#next();
    });
  }

  // One file at a time: what the thread costs in memory and time is counted for one file.
  #next(): void {
    if (this.#running !== undefined) return;
    const waiting = this.#queue.shift();
    if (waiting === undefined) return;
    this.#running = waiting;
    this.#worker ??= this.#start();
    this.#timer = setTimeout(() => void this.#end(tooComplex()), this.#limits.timeMs);
    this.#worker.postMessage(waiting.request, []);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./venue.check.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memoryMb },
    });
    worker.unref();
    worker.on('message', ({ id, result }: CheckReply) => {
      const waiting = this.#running;
      if (waiting?.request.id !== id) return;
      this.#finish();
      waiting.resolve(result);
      this.#next();
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
    const waiting = this.#running;
    this.#worker = undefined;
    this.#finish();
    waiting?.reject(fault);
    await worker?.terminate();
    this.#next();
  }
}
