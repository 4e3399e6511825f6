/**
 * Loads a film into a video element, and continues with a new URL when the server has renewed it: time, speed and play state
 * stay as they are.
 */
import { isRetriedStatus } from '@foyer/contract/limits';
import type Hls from 'hls.js';
import { fetchStatus } from '../../platform/assets/assetFailure.ts';
import { isBlockedByIsolation } from '../../platform/venue/isolation.ts';
import { loadHls, playlistType } from '../../platform/video/hls.ts';
import { withCurrentSignature } from '../../platform/video/withCurrentSignature.ts';
import type { StreamLevel } from './qualities.ts';

/** `expired`: the URL is not accepted any more. `unreachable`: no response, so a retry may help. */
export type FilmFailure = 'expired' | 'unreachable' | 'unplayable';

export interface FilmEvents {
  readonly onFailure: (reason: FilmFailure) => void;
  /** The levels of a stream are known. */
  readonly onLevels: (levels: readonly StreamLevel[]) => void;
  /** A level of the stream is shown. */
  readonly onLevel: (level: number) => void;
}

export interface FilmSource {
  /** Continues with another URL of the same film. */
  renew(url: string): void;
  /** Shows a level of the stream; -1 selects it by the network and the size of the video. */
  setLevel(level: number): void;
  detach(): void;
}

export const automaticLevel = -1;

export const attachFilm = (
  video: HTMLVideoElement,
  { kind, url }: { readonly kind: 'file' | 'hls'; readonly url: string },
  events: FilmEvents,
): FilmSource => (kind === 'file' ? attachFile(video, url, events) : new StreamSource(video, url, events));

const isOwn = (url: string): boolean => new URL(url, location.href).origin === location.origin;

/** @param status of the response; 0 without one */
function failureOf(url: string, status: number): FilmFailure {
  // Of another server, a script does not learn whether it has not answered or does not allow this page.
  if (status === 0) return navigator.onLine && !isOwn(url) ? 'unplayable' : 'unreachable';
  if ([401, 403, 410].includes(status)) return 'expired';
  return isRetriedStatus(status) ? 'unreachable' : 'unplayable';
}

/** Replaces what a video plays. A picture of its last frame covers it until the new source is there. */
function replaceSource(video: HTMLVideoElement, signal: AbortSignal, replace: () => void): void {
  const { currentTime, paused } = video;
  const uncover = coverWithFrame(video);
  const replaced = new AbortController();
  const options = { signal: AbortSignal.any([signal, replaced.signal]), once: true };
  const finish = (): void => {
    uncover();
    replaced.abort();
  };
  signal.addEventListener('abort', finish, { signal: replaced.signal });
  replace();
  video.addEventListener('loadedmetadata', () => (video.currentTime = currentTime), options);
  video.addEventListener('seeked', finish, options);
  video.addEventListener('error', finish, options);
  // Loading has paused it. Browsers may refuse to go on without a click; then its controls show that it is paused.
  if (!paused) video.play().catch(() => undefined);
}

/** @returns removes the picture */
function coverWithFrame(video: HTMLVideoElement): () => void {
  const { videoWidth, videoHeight } = video;
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context || videoWidth === 0) return () => undefined;
  Object.assign(canvas, { width: videoWidth, height: videoHeight });
  context.drawImage(video, 0, 0);
  canvas.className = 'pointer-events-none absolute inset-0 size-full object-contain';
  canvas.setAttribute('aria-hidden', 'true');
  video.after(canvas);
  return () => canvas.remove();
}

function attachFile(video: HTMLVideoElement, first: string, { onFailure }: FilmEvents): FilmSource {
  const controller = new AbortController();
  const { signal } = controller;
  let url = first;
  const load = (): void => {
    if (isBlockedByIsolation(url)) video.crossOrigin = 'anonymous';
    video.src = url;
    video.load();
  };
  const report = async (): Promise<void> => {
    const failed = url;
    // Elements do not say why they failed, and scripts cannot ask other servers.
    const reason = isOwn(failed) ? failureOf(failed, await fetchStatus(failed)) : failureOf(failed, 0);
    if (!signal.aborted && url === failed) onFailure(reason);
  };
  video.addEventListener('error', () => void report(), { signal });
  load();
  return {
    renew(next) {
      url = next;
      replaceSource(video, signal, load);
    },
    setLevel: () => undefined,
    detach() {
      controller.abort();
      video.removeAttribute('src');
      video.load();
    },
  };
}

const pathOf = (url: string): string => new URL(url, location.href).pathname;

class StreamSource implements FilmSource {
  private readonly video: HTMLVideoElement;
  private readonly events: FilmEvents;
  private readonly controller = new AbortController();
  private url: string;
  private hls: Hls | undefined;
  /** Plays the stream without hls.js, where the browser can. */
  private native: FilmSource | undefined;
  private level = automaticLevel;
  private hasFailed = false;
  /** The URL is not accepted any more, and the next one has been requested. */
  private isExpired = false;
  private isRecovered = false;

  constructor(video: HTMLVideoElement, url: string, events: FilmEvents) {
    this.video = video;
    this.url = url;
    this.events = events;
    this.start().catch(() => this.fail('unreachable'));
  }

  renew(next: string): void {
    const isSameFile = pathOf(next) === pathOf(this.url);
    this.url = next;
    this.isExpired = false;
    if (this.native) {
      this.native.renew(next);
      return;
    }
    const { hls } = this;
    if (!hls) {
      // It was not loaded: tries again.
      if (this.hasFailed) this.start().catch(() => this.fail('unreachable'));
    } else if (this.hasFailed || !isSameFile) {
      replaceSource(this.video, this.controller.signal, () => {
        hls.config.startPosition = this.video.currentTime;
        hls.loadSource(next);
      });
    }
    this.hasFailed = false;
  }

  setLevel(level: number): void {
    this.level = level;
    if (this.hls) this.hls.nextLevel = level;
  }

  detach(): void {
    this.controller.abort();
    this.hls?.destroy();
    this.native?.detach();
  }

  private fail(reason: FilmFailure): void {
    this.hasFailed = true;
    if (!this.controller.signal.aborted) this.events.onFailure(reason);
  }

  /** hls.js requests a segment several times more, with the signature of the next URL. */
  private expire(isFatal: boolean): void {
    // The playlists of other servers name segments with a signature of their own.
    this.hasFailed ||= isFatal || !isOwn(this.url);
    if (!this.isExpired) this.events.onFailure('expired');
    this.isExpired = true;
  }

  private async start(): Promise<void> {
    const HlsClass = await loadHls();
    if (this.controller.signal.aborted) return;
    if (HlsClass.isSupported()) this.play(HlsClass);
    else this.playNatively('unplayable');
  }

  private play(HlsClass: typeof Hls): void {
    const hls = new HlsClass({
      capLevelToPlayerSize: true,
      maxBufferLength: 30,
      xhrSetup: (request, file) =>
        request.open('GET', withCurrentSignature(file, this.url, location.href), true),
    });
    this.hls = hls;
    // The player shows captions by the user's choice, not by the playlist's.
    hls.on(HlsClass.Events.MANIFEST_LOADING, () => (hls.subtitleDisplay = false));
    hls.on(HlsClass.Events.MANIFEST_PARSED, () => {
      if (this.level !== automaticLevel) hls.nextLevel = this.level;
      this.events.onLevels(hls.levels);
    });
    hls.on(HlsClass.Events.LEVEL_SWITCHED, (_, { level }) => this.events.onLevel(level));
    hls.on(HlsClass.Events.FRAG_BUFFERED, () => (this.isRecovered = false));
    hls.on(HlsClass.Events.ERROR, (_, { fatal, type, details, frag, response }) => {
      const reason = failureOf(this.url, response?.code ?? 0);
      const isOfFilm = details === HlsClass.ErrorDetails.FRAG_LOAD_ERROR && String(frag?.type) !== 'subtitle';
      if (reason === 'expired' && (fatal || isOfFilm)) {
        this.expire(fatal);
        return;
      }
      if (!fatal) return;
      if (type === HlsClass.ErrorTypes.NETWORK_ERROR) {
        if (reason === 'unplayable' && hls.levels.length === 0) this.playNatively(reason);
        else this.fail(reason);
      } else if (type === HlsClass.ErrorTypes.MEDIA_ERROR && !this.isRecovered) {
        this.isRecovered = true;
        hls.recoverMediaError();
      } else this.fail('unplayable');
    });
    hls.loadSource(this.url);
    hls.attachMedia(this.video);
  }

  /** Browsers load a stream without the permission that scripts need (CORS). */
  private playNatively(otherwise: FilmFailure): void {
    if (this.video.canPlayType(playlistType) === '') {
      this.fail(otherwise);
      return;
    }
    this.hls?.destroy();
    this.hls = undefined;
    this.native = attachFile(this.video, this.url, this.events);
  }
}
