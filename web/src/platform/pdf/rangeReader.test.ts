import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stallMs } from '../download/partialResponse.ts';
import { PdfFailure } from './pdfFailure.ts';
import type { PdfRequest } from './pdfSource.ts';
import { maxRequests, RangeReader } from './rangeReader.ts';

const file = Uint8Array.from({ length: 1_000 }, (_, index) => index % 251);

interface Sent {
  readonly url: string;
  readonly headers: Record<string, string>;
}
let sent: Sent[] = [];
/** What the server responds to a request. */
let respond: (request: Sent) => Response;

function partial({ headers }: Sent): Response {
  const [, first = '', last = ''] = /bytes=(\d+)-(\d+)/.exec(headers['range'] ?? '') ?? [];
  const end = Math.min(Number(last) + 1, file.length);
  return new Response(file.slice(Number(first), end), {
    status: 206,
    headers: { 'content-range': `bytes ${first}-${end - 1}/${file.length}` },
  });
}

beforeEach(() => {
  sent = [];
  respond = partial;
  vi.stubGlobal('fetch', async (url: string, { headers, signal }: RequestInit) => {
    signal?.throwIfAborted();
    const request = { url, headers: headers as Record<string, string> };
    sent.push(request);
    return respond(request);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Each new address has the next number. */
function readerOf(request?: (fresh: boolean) => Promise<PdfRequest>) {
  const asked: boolean[] = [];
  const source = {
    key: 'file',
    request:
      request ??
      (async (fresh: boolean) => {
        asked.push(fresh);
        return { url: `/file?signature=${asked.length}`, headers: { authorization: 'Bearer token' } };
      }),
  };
  return { reader: new RangeReader(source, new AbortController().signal), asked };
}

const kindOf = async (reading: Promise<unknown>): Promise<string> => {
  const error: unknown = await reading.catch((caught: unknown) => caught);
  return error instanceof PdfFailure ? error.kind : `no failure: ${String(error)}`;
};

test('PDF-01m a part is requested by its range, with the headers and the length of the file', async () => {
  const { reader } = readerOf();
  const part = await reader.read(100, 200);
  expect(part.bytes).toEqual(file.slice(100, 200));
  expect(part.length).toBe(1_000);
  expect(sent).toEqual([
    { url: '/file?signature=1', headers: { authorization: 'Bearer token', range: 'bytes=100-199' } },
  ]);
  expect((await reader.read(900, 2_000)).bytes).toHaveLength(100);
});

test('PDF-01n a server without ranges sends the whole file, of which a part is taken', async () => {
  respond = () => new Response(file);
  const { reader } = readerOf();
  expect(await reader.read(0, 100)).toEqual({ bytes: file, length: 1_000 });
  expect((await reader.read(100, 200)).bytes).toEqual(file.slice(100, 200));
});

test('PDF-01o parts that find their address expired share one new address', async () => {
  respond = (request) =>
    request.url.endsWith('=1') ? new Response(null, { status: 403 }) : partial(request);
  const { reader, asked } = readerOf();
  const parts = await Promise.all([reader.read(0, 10), reader.read(10, 20), reader.read(20, 30)]);
  expect(parts.map(({ bytes }) => bytes[0])).toEqual([0, 10, 20]);
  expect(asked).toEqual([false, true]);
  await reader.read(30, 40);
  expect(sent.at(-1)?.url).toBe('/file?signature=2');
});

test('PDF-01z of many parts, a few are requested at once, and what was requested last is the next', async () => {
  const release: (() => void)[] = [];
  const starts: (string | undefined)[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    const request = { url: '', headers: headers as Record<string, string> };
    starts.push(request.headers['range']);
    await new Promise<void>((resolve) => release.push(resolve));
    return partial(request);
  });
  const { reader } = readerOf();
  const reading = Promise.all([0, 1, 2, 3, 4, 5].map((part) => reader.read(part * 10, part * 10 + 10)));
  await vi.waitFor(() => expect(starts).toHaveLength(maxRequests));
  for (let part = 0; part < 6; part += 1) {
    await vi.waitFor(() => expect(release.length).toBeGreaterThan(part));
    release[part]?.();
  }
  expect((await reading).map(({ bytes }) => bytes[0])).toEqual([0, 10, 20, 30, 40, 50]);
  expect(starts.slice(maxRequests)).toEqual(['bytes=50-59', 'bytes=40-49']);
});

test('PDF-01p a new address that is rejected as well is a failure and not another request', async () => {
  respond = () => new Response(null, { status: 403 });
  const { reader, asked } = readerOf();
  expect(await kindOf(reader.read(0, 10))).toBe('forbidden');
  expect(asked).toEqual([false, true]);
});

test.each([
  [404, 'missing'],
  [410, 'missing'],
  [416, 'corrupt'],
  [500, 'server'],
] as const)('status %i is the failure %s', async (status, kind) => {
  respond = () => new Response(null, { status });
  expect(await kindOf(readerOf().reader.read(0, 10))).toBe(kind);
});

test('a part of another place is a failure', async () => {
  respond = () =>
    new Response(file.slice(0, 10), { status: 206, headers: { 'content-range': 'bytes 0-9/1000' } });
  expect(await kindOf(readerOf().reader.read(10, 20))).toBe('server');
});

test('an address that could not be requested is requested again by the next part', async () => {
  const failing = new Set([1, 3]);
  let attempts = 0;
  const { reader } = readerOf(async () => {
    attempts += 1;
    if (failing.has(attempts)) throw new TypeError('Failed to fetch');
    return { url: `/file?signature=${attempts}` };
  });
  expect(await kindOf(reader.read(0, 10))).toBe('offline');
  expect((await reader.read(0, 10)).bytes).toHaveLength(10);
  // Two parts find the second address expired: the first one fails to replace it before the other one finds out.
  let expire = (): void => undefined;
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    const request = { url, headers: headers as Record<string, string> };
    if (!url.endsWith('=2')) return partial(request);
    if (request.headers['range'] === 'bytes=20-29') await new Promise<void>((resolve) => (expire = resolve));
    return new Response(null, { status: 403 });
  });
  const later = reader.read(20, 30);
  expect(await kindOf(reader.read(10, 20))).toBe('offline');
  expire();
  expect((await later).bytes[0]).toBe(20);
});

test('PDF-01q a response that stops in the middle fails after a while', async () => {
  vi.useFakeTimers();
  let stop: (reason: unknown) => void = () => undefined;
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(file.slice(0, 5));
        stop = (reason) => controller.error(reason);
      },
    });
    signal?.addEventListener('abort', () => stop(signal.reason));
    return new Response(body, { status: 206, headers: { 'content-range': 'bytes 0-9/1000' } });
  });
  const failure = kindOf(readerOf().reader.read(0, 10));
  await vi.advanceTimersByTimeAsync(stallMs + 1);
  expect(await failure).toBe('offline');
});
