import { beforeEach, expect, test, vi } from 'vitest';
import type { openPdf } from './openPdf.ts';
import { openAttempt, type PdfState } from './openAttempt.ts';
import { PdfFailure } from './pdfFailure.ts';

class FakeWorker extends EventTarget {
  static last: FakeWorker;
  isTerminated = false;
  constructor() {
    super();
    FakeWorker.last = this;
  }
  terminate(): void {
    this.isTerminated = true;
  }
}

type Open = typeof openPdf;
type Options = Parameters<Open>[0];
type Opened = Awaited<ReturnType<Open>>;

let fetched: (AbortSignal | null | undefined)[];
let respond: () => Promise<Response>;
beforeEach(() => {
  fetched = [];
  respond = async () => new Response('%PDF', { status: 206, headers: { 'content-range': 'bytes 0-3/1000' } });
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    fetched.push(signal);
    return respond();
  });
});

/** Starts an attempt. `open` is what pdf.js does. */
function start(open: Open) {
  let state: PdfState = { phase: 'loading', share: 0 };
  let options: Options | undefined;
  const closing = new AbortController();
  const source = { key: 'file', request: async () => ({ url: '/file' }) };
  const setState = (next: PdfState | ((before: PdfState) => PdfState)): void => {
    state = typeof next === 'function' ? next(state) : next;
  };
  const engine = {
    openPdf(given: Options) {
      options = given;
      return open(given);
    },
  };
  const opening = openAttempt({ source, signal: closing.signal, setState }, async () => engine as never);
  return { opening, closing, current: () => state, options: () => options, worker: FakeWorker.last };
}

const never = new Promise<never>(() => undefined);
const opened = { retry: vi.fn() } as unknown as Opened;

test('PDF-01cb the password dialog can be closed while a password is checked', async () => {
  const { current, options } = start(async ({ askPassword }) => {
    await askPassword();
    return never;
  });
  const request = () => {
    const state = current();
    return state.phase === 'loading' ? state.password : undefined;
  };
  await vi.waitFor(() => expect(request()).toBeDefined());
  request()?.enter('sesame');
  expect(request()?.isChecking).toBe(true);
  request()?.cancel();
  expect(current()).toEqual({ phase: 'failed', kind: 'locked' });
  expect(options()?.signal.aborted).toBe(true);
});

test('PDF-01cc a failed opening ends its requests and its worker', async () => {
  respond = async () => new Response('', { status: 404 });
  const { opening, current, worker } = start(() => never);
  await opening;
  expect(current()).toEqual({ phase: 'failed', kind: 'missing' });
  expect(worker.isTerminated).toBe(true);

  respond = async () => new Response('%PDF', { status: 206, headers: { 'content-range': 'bytes 0-3/9' } });
  const damaged = start(async ({ reader }) => {
    respond = () => never;
    void reader.read(4, 9).catch(() => undefined);
    await vi.waitFor(() => expect(fetched).toHaveLength(3));
    throw new Error('Invalid PDF structure.');
  });
  await damaged.opening;
  expect(damaged.current()).toEqual({ phase: 'failed', kind: 'corrupt' });
  expect(fetched[2]?.aborted).toBe(true);
});

test('PDF-01cd an error of the worker is a failure, also when the document is open', async () => {
  const loading = start(() => never);
  await vi.waitFor(() => expect(loading.options()).toBeDefined());
  loading.worker.dispatchEvent(new Event('error'));
  expect(loading.current()).toEqual({ phase: 'failed', kind: 'offline' });

  const shown = start(async () => opened);
  await shown.opening;
  expect(shown.current().phase).toBe('open');
  shown.worker.dispatchEvent(new Event('error'));
  expect(shown.current()).toEqual({ phase: 'failed', kind: 'stopped' });
  expect(shown.options()?.signal.aborted).toBe(true);
});

test('PDF-01ce a lost part is a failure while the document opens, and a notice when it is open', async () => {
  const loading = start(() => never);
  await vi.waitFor(() => expect(loading.options()).toBeDefined());
  loading.options()?.onLost(new PdfFailure('server'));
  expect(loading.current()).toEqual({ phase: 'failed', kind: 'server' });

  const shown = start(async () => opened);
  await shown.opening;
  shown.options()?.onLost(new PdfFailure('server'));
  expect(shown.current()).toMatchObject({ phase: 'open', isIncomplete: true });
});
