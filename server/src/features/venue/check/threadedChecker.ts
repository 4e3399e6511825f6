/** Runs the venue check in a worker thread with limits of time and memory, so that no file blocks the event loop. */
import { Worker } from 'node:worker_threads';
import type { WidgetSettings } from '@foyer/contract';
import { ApiError } from '#platform/apiError';
import { Semaphore } from '#platform/concurrency/semaphore';
import type { SaveCheckResult, VenueCheckResult } from './checkVenue.ts';

export interface VenueChecker {
  checkVenue(text: string, settings: WidgetSettings): Promise<VenueCheckResult>;
  /** The body of a save: `{baseVersion, venue}`. */
  checkSave(text: string, settings: WidgetSettings): Promise<SaveCheckResult>;
  close(): Promise<void>;
}

export interface CheckLimits {
  /** A check that takes longer is aborted: such a file is crafted to be slow. */
  readonly timeMs: number;
  readonly memoryMb: number;
}
const defaultLimits: CheckLimits = { timeMs: 20_000, memoryMb: 1024 };

export interface CheckRequest {
  readonly id: number;
  readonly kind: 'venue' | 'save';
  readonly text: string;
  readonly settings: WidgetSettings;
}
export interface CheckReply {
  readonly id: number;
  readonly result: VenueCheckResult | SaveCheckResult;
}

interface PendingCheck {
  readonly request: CheckRequest;
  readonly resolve: (result: VenueCheckResult | SaveCheckResult) => void;
  readonly reject: (error: Error) => void;
}

const stoppingError = () => new ApiError('unavailable', 'The server is stopping.');
const tooComplexError = () => new ApiError('payloadTooLarge', 'The venue file is too complex to be checked.');

export class ThreadedChecker implements VenueChecker {
  private readonly limits: CheckLimits;
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;
  private pending: PendingCheck | undefined;
  /** One file at a time, because the limits of memory and time are per file. */
  private readonly threadPermit = new Semaphore({ permits: 1 });
  private lastId = 0;
  private isClosed = false;

  constructor(limits: CheckLimits = defaultLimits) {
    this.limits = limits;
  }

  async checkVenue(text: string, settings: WidgetSettings): Promise<VenueCheckResult> {
    return (await this.checkInThread({ kind: 'venue', text, settings })) as VenueCheckResult;
  }

  async checkSave(text: string, settings: WidgetSettings): Promise<SaveCheckResult> {
    return (await this.checkInThread({ kind: 'save', text, settings })) as SaveCheckResult;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.abort(stoppingError());
  }

  private checkInThread(check: Omit<CheckRequest, 'id'>): Promise<VenueCheckResult | SaveCheckResult> {
    return this.threadPermit.run(() => {
      if (this.isClosed) throw stoppingError();
      this.lastId += 1;
      const request = { id: this.lastId, ...check };
      return new Promise((resolve, reject) => {
        this.pending = { request, resolve, reject };
        this.worker ??= this.startWorker();
        this.timer = setTimeout(() => void this.abort(tooComplexError()), this.limits.timeMs);
        this.worker.postMessage(request, []);
      });
    });
  }

  private startWorker(): Worker {
    const worker = new Worker(new URL('./checkVenue.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMb },
    });
    worker.unref();
    worker.on('message', ({ id, result }: CheckReply) => {
      const pending = this.pending;
      if (pending?.request.id !== id) return;
      this.clearPending();
      pending.resolve(result);
    });
    // The thread ran out of memory or could not start; the next file gets a new one.
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (this.worker !== worker) return;
      void this.abort(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplexError() : error);
    });
    return worker;
  }

  private clearPending(): void {
    clearTimeout(this.timer);
    this.pending = undefined;
  }

  private async abort(error: Error): Promise<void> {
    const worker = this.worker;
    const pending = this.pending;
    this.worker = undefined;
    this.clearPending();
    await worker?.terminate();
    pending?.reject(error);
  }
}
