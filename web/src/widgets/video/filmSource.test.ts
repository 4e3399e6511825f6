import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { attachFilm, type FilmFailure } from './filmSource.ts';

/** A video element without a browser: the test reports what it would. */
class FakeVideo extends EventTarget {
  currentTime = 0;
  paused = true;
  error: { readonly code: number } | null = null;
  src = '';
  videoWidth = 0;
  videoHeight = 0;
  readonly after = vi.fn();

  load(): void {
    Object.assign(this, { currentTime: 0, paused: true, error: null });
  }

  play(): Promise<void> {
    this.paused = false;
    return Promise.resolve();
  }

  removeAttribute(): void {
    this.src = '';
  }

  /** Only hls.js plays streams. */
  canPlayType(): string {
    return '';
  }

  begins(): void {
    this.dispatchEvent(new Event('loadedmetadata'));
  }

  /** @param code of MediaError: 2 if the connection broke, 4 if the file cannot be played */
  fails(code = 4): void {
    this.error = { code };
    this.dispatchEvent(new Event('error'));
  }
}

const url = (count: number): string => `/backend-assets/live/nightfall/talk/1?signature=${count}`;
const file = (count: number) => ({ kind: 'file', url: url(count) }) as const;

let video: FakeVideo;
let failures: FilmFailure[];
/** The status of the film's URL for scripts. */
let status: number;

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall'));
  vi.stubGlobal('crossOriginIsolated', false);
  vi.stubGlobal('fetch', async () => new Response(null, { status }));
  video = new FakeVideo();
  failures = [];
  status = 200;
});

const attach = (film = file(1)) =>
  attachFilm(video as unknown as HTMLVideoElement, film, {
    onFailure: (reason) => failures.push(reason),
    onLevels: () => undefined,
    onLevel: () => undefined,
  });

/** A film that plays at 25 minutes. */
async function play() {
  const source = attach();
  video.begins();
  await video.play();
  video.currentTime = 1_500;
  return source;
}

test.each([
  ['fails', () => video.fails()],
  ['is still being loaded', () => undefined],
])('ASSET-02w a file goes on from its time if the URL before %s', async (_what, before) => {
  const source = await play();
  source.renew(file(2));
  expect([video.src, video.currentTime, video.paused]).toEqual([url(2), 0, false]);
  before();
  source.renew(file(3));
  video.begins();
  expect([video.src, video.currentTime, video.paused]).toEqual([url(3), 1_500, false]);
  // Another renewal keeps the time of then.
  video.currentTime = 1_600;
  source.renew(file(4));
  video.begins();
  expect(video.currentTime).toBe(1_600);
});

test.each<[what: string, code: number, status: number, reason: FilmFailure]>([
  ['whose connection breaks is unreachable, although the server answers', 2, 200, 'unreachable'],
  ['whose URL expires while it plays is expired', 2, 403, 'expired'],
  ['that a busy server does not send is unreachable', 4, 503, 'unreachable'],
  ['that cannot be decoded is unplayable', 4, 200, 'unplayable'],
])('CALL-11ai a film %s', async (_what, code, answer, reason) => {
  await play();
  status = answer;
  video.fails(code);
  await expect.poll(() => failures).toEqual([reason]);
});

test('CALL-11aj a film that was uploaded again as a stream is not loaded as a file', async () => {
  const source = await play();
  source.renew({ kind: 'hls', url: '/backend-assets/live/nightfall/talk/2/playlist.m3u8' });
  expect(video.src).toBe('');
  // This browser plays no streams.
  await expect.poll(() => failures).toEqual(['unplayable']);
});

test('CALL-11ak the picture of the last frame does not cover the controls of a film that loads slowly', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const canvas = { getContext: () => null, setAttribute: () => undefined, remove: vi.fn() };
  vi.stubGlobal('document', { createElement: () => canvas });
  const source = await play();
  video.videoWidth = 1_280;
  source.renew(file(2));
  expect(video.after).toHaveBeenCalledWith(canvas);
  vi.advanceTimersByTime(2_000);
  expect(canvas.remove).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(canvas.remove).toHaveBeenCalledOnce();
});
