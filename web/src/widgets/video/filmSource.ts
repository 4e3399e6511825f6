/**
 * Loads a film into a video element, and continues with a new URL when the server has renewed it: time, speed and play state
 * stay as they are, also if the new URL cannot be loaded and the next one can.
 */
import { isRetriedStatus } from '@foyer/contract/limits';
import type Hls from 'hls.js';
import { fetchStatus, hasLostConnection } from '../../platform/assets/assetFailure.ts';
import { isBlockedByIsolation } from '../../platform/venue/isolation.ts';
import { loadHls, playlistType } from '../../platform/video/hls.ts';
import { withCurrentSignature } from '../../platform/video/withCurrentSignature.ts';
import { FilmPosition } from './filmPosition.ts';
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

/** What the server has given access to. */
export interface PlayableFilm {
  readonly kind: 'file' | 'hls';
  readonly url: string;
}

export interface FilmSource {
  /** Continues with another URL of the same film. */
  renew(film: PlayableFilm): void;
  /** Shows a level of the stream; -1 selects it by the network and the size of the video. */
  setLevel(level: number): void;
  detach(): void;
}

export const automaticLevel = -1;

export function attachFilm(video: HTMLVideoElement, film: PlayableFilm, events: FilmEvents): FilmSource {
  const position = new FilmPosition(video);
  const attach = ({ kind, url }: PlayableFilm): FilmSource =>
    kind === 'file'
      ? attachFile(video, position, url, events)
      : new StreamSource(video, position, url, events);
  let { kind } = film;
  let source = attach(film);
  return {
    renew(next) {
      if (next.kind === kind) {
        source.renew(next);
        return;
      }
      // The film was uploaded again, in another format.
      ({ kind } = next);
      position.keep(() => {
        source.detach();
        events.onLevels([]);
        source = attach(next);
      });
    },
    setLevel: (level) => source.setLevel(level),
    detach() {
      position.detach();
      source.detach();
    },
  };
}

const isOwn = (url: string): boolean => new URL(url, location.href).origin === location.origin;

/** @param status of the response; 0 without one */
function failureOf(url: string, status: number): FilmFailure {
  // Of another server, a script does not learn whether it has not answered or does not allow this page.
  if (status === 0) return navigator.onLine && !isOwn(url) ? 'unplayable' : 'unreachable';
  if ([401, 403, 410].includes(status)) return 'expired';
  return isRetriedStatus(status) ? 'unreachable' : 'unplayable';
}

function attachFile(
  video: HTMLVideoElement,
  position: FilmPosition,
  first: string,
  { onFailure }: FilmEvents,
): FilmSource {
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
    const isInterrupted = hasLostConnection(video);
    // Elements do not say which status a response had, and scripts cannot ask other servers.
    const reason = failureOf(failed, isOwn(failed) ? await fetchStatus(failed) : 0);
    if (signal.aborted || url !== failed) return;
    onFailure(isInterrupted && reason === 'unplayable' ? 'unreachable' : reason);
  };
  video.addEventListener('error', () => void report(), { signal });
  load();
  return {
    renew(next) {
      ({ url } = next);
      position.keep(load);
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
  private readonly position: FilmPosition;
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

  constructor(video: HTMLVideoElement, position: FilmPosition, url: string, events: FilmEvents) {
    this.video = video;
    this.position = position;
    this.url = url;
    this.events = events;
    this.start().catch(() => this.fail('unreachable'));
  }

  renew(next: PlayableFilm): void {
    const { url } = next;
    const isSameFile = pathOf(url) === pathOf(this.url);
    this.url = url;
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
      this.position.keep((seconds) => {
        hls.config.startPosition = seconds;
        hls.loadSource(url);
      });
    } else if (hls.manualLevel !== this.level) {
      // hls.js has given up the chosen level when it was refused.
      hls.nextLevel = this.level;
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
        this.position.keep(() => hls.recoverMediaError());
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
    this.native = attachFile(this.video, this.position, this.url, this.events);
  }
}
