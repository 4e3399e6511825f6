import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchFile, type FetchOptions } from './fetchFile.ts';
import { stallMs } from './partialResponse.ts';

const file = 'abcdefghijklmnopqrstuvwxyz';

/** A response whose connection is lost after some bytes. */
function broken(bytes: string, after: number, init: ResponseInit): Response {
  let isSent = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isSent) controller.error(new TypeError('network error'));
      else controller.enqueue(new TextEncoder().encode(bytes.slice(0, after)));
      isSent = true;
    },
  });
  return new Response(body, init);
}

/** A response from which nothing arrives after some bytes. */
const stalled =
  (after: number) =>
  (signal: AbortSignal): Response =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(file.slice(0, after)));
          signal.addEventListener('abort', () => controller.error(signal.reason));
        },
      }),
      whole(),
    );

const whole = (tag = '"1"', bytes = file): ResponseInit => ({
  headers: { etag: tag, 'content-length': String(bytes.length) },
});
const rest = (start: number, tag = '"1"'): ResponseInit => ({
  status: 206,
  headers: { etag: tag, 'content-range': `bytes ${start}-${file.length - 1}/${file.length}` },
});

/** The requests that were made, as pairs of the requested range and its condition. */
let requests: (readonly [range: string | undefined, ifRange: string | undefined])[];
let responses: (Response | Error | ((signal: AbortSignal) => Response))[];
const request = vi.fn(async () => ({ url: '/file', headers: { authorization: 'Bearer t' } }));
const onProgress = vi.fn<FetchOptions['onProgress']>();
const onWait = vi.fn<() => void>();

const start = (signal = new AbortController().signal) =>
  fetchFile(request, { signal, onProgress, onWait }).then(({ bytes }) => bytes.text());

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  responses = [];
  vi.stubGlobal('fetch', async (_: string, { headers, signal }: RequestInit) => {
    const { range, 'if-range': ifRange } = headers as Record<string, string>;
    requests.push([range, ifRange]);
    signal?.throwIfAborted();
    const response = responses.shift() ?? new TypeError('Failed to fetch');
    if (response instanceof Error) throw response;
    return typeof response === 'function' ? response(signal as AbortSignal) : response;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

test('ASSET-03y after a lost connection a download continues with the bytes that are missing', async () => {
  responses.push(
    broken(file, 10, whole()),
    broken(file.slice(10), 6, rest(10)),
    new Response(file.slice(16), rest(16)),
  );
  const text = start();
  await vi.runAllTimersAsync();
  expect(await text).toBe(file);
  expect(requests).toEqual([
    [undefined, undefined],
    ['bytes=10-', '"1"'],
    ['bytes=16-', '"1"'],
  ]);
  expect(onWait).toHaveBeenCalledTimes(2);
  expect(onProgress.mock.calls.at(-1)).toEqual([26, 26]);
});

test('ASSET-03z a file that was replaced meanwhile is downloaded from its start', async () => {
  const other = file.toUpperCase();
  responses.push(broken(file, 10, whole()), new Response(other, whole('"2"')));
  const text = start();
  await vi.runAllTimersAsync();
  expect(await text).toBe(other);
});

test('ASSET-03o a part that does not continue what was received is not used', async () => {
  responses.push(
    broken(file, 10, whole()),
    new Response(file.slice(4), rest(4)),
    new Response(file, whole()),
  );
  const text = start();
  await vi.runAllTimersAsync();
  expect(await text).toBe(file);
  expect(requests.at(-1)).toEqual([undefined, undefined]);
});

test('ASSET-03p a body that ends too early is not saved as the file', async () => {
  responses.push(new Response(file.slice(0, 20), whole()), new Response(file.slice(20), rest(20)));
  const text = start();
  await vi.runAllTimersAsync();
  expect(await text).toBe(file);
});

test('ASSET-03q a download that is not allowed fails at once', async () => {
  responses.push(new Response('', { status: 403 }));
  await expect(start()).rejects.toMatchObject({ code: 'failed' });
  expect(requests).toHaveLength(1);
});

test('ASSET-03r a file that does not exist fails at once', async () => {
  responses.push(new Response('', { status: 404 }));
  await expect(start()).rejects.toMatchObject({ code: 'gone' });
  expect(requests).toHaveLength(1);
});

test('ASSET-03s without any byte a download fails after six attempts; each new byte starts the count again', async () => {
  const failing = start();
  failing.catch(() => undefined);
  await vi.runAllTimersAsync();
  await expect(failing).rejects.toMatchObject({ code: 'failed' });
  expect(requests).toHaveLength(6);
  requests = [];
  const lost = () => new TypeError('Failed to fetch');
  responses.push(lost(), lost(), lost(), lost(), broken(file, 10, whole()), lost(), lost(), lost());
  responses.push(new Response(file.slice(10), rest(10)));
  const text = start();
  await vi.runAllTimersAsync();
  expect(await text).toBe(file);
  expect(requests).toHaveLength(9);
});

test('ASSET-03ce a download that can only begin at its start fails when six attempts reach no new byte', async () => {
  const withoutTag: ResponseInit = { headers: { 'content-length': String(file.length) } };
  for (let attempt = 0; attempt < 20; attempt += 1)
    responses.push(broken(file, attempt === 2 ? 12 : 10, withoutTag));
  const failing = start();
  failing.catch(() => undefined);
  await vi.runAllTimersAsync();
  await expect(failing).rejects.toMatchObject({ code: 'failed' });
  expect(requests).toHaveLength(8);
});

test('ASSET-03ca a download from which nothing arrives is requested again after a while', async () => {
  responses.push(stalled(10), new Response(file.slice(10), rest(10)));
  const text = start();
  await vi.advanceTimersByTimeAsync(stallMs - 1);
  expect(onWait).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  expect(await text).toBe(file);
  expect(onWait).toHaveBeenCalledTimes(1);
});

test('ASSET-03t a busy server is asked again after the time that it says', async () => {
  responses.push(new Response('', { status: 503, headers: { 'retry-after': '20' } }));
  responses.push(new Response(file, whole()));
  const text = start();
  await vi.advanceTimersByTimeAsync(19_900);
  expect(requests).toHaveLength(1);
  await vi.runAllTimersAsync();
  expect(await text).toBe(file);
});

test('ASSET-03u a download that is cancelled during a pause ends and requests nothing more', async () => {
  const abort = new AbortController();
  responses.push(broken(file, 10, whole()));
  const text = start(abort.signal);
  text.catch(() => undefined);
  await vi.waitFor(() => expect(onWait).toHaveBeenCalled());
  abort.abort();
  await expect(text).rejects.toThrow(/abort/i);
  await vi.runAllTimersAsync();
  expect(requests).toHaveLength(1);
});
