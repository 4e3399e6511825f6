/** Loads a URL into a video element: files and natively supported playlists directly, other playlists with hls.js. */
import { signedUrlCacheMs } from '@foyer/contract/limits';
import { runEvery } from '../../../platform/time/timers.ts';
import { loadHls, playlistType } from '../../../platform/video/hls.ts';
import { withCurrentSignature } from '../../../platform/video/withCurrentSignature.ts';
import { isBlockedByIsolation } from '../../../platform/venue/isolation.ts';
import { isSignable, needsSignature, signedUrl } from '../../../platform/assets/signing.ts';
import { fetchStatus } from '../../../platform/assets/assetFailure.ts';
import { failureOfStatus, type LoadFailure } from './loadFailure.ts';
import { videoKindOf } from './videoSource.ts';

export interface VideoAttachment {
  detach(): void;
}

/** Other origins may forbid HEAD requests; then only `navigator.onLine` shows whether there is a network. */
async function findFailure(url: string): Promise<LoadFailure> {
  const isOurs = new URL(url, location.href).origin === location.origin;
  if (!isOurs) return navigator.onLine ? 'missing' : 'unreachable';
  return failureOfStatus(await fetchStatus(url));
}

const urlFor = (address: string): Promise<string> =>
  needsSignature() && isSignable(address) ? signedUrl(address) : Promise.resolve(address);

/**
 * Starts to load. `onFailure` is called at most once, if the video cannot be played or loaded.
 * @param address of a file or a playlist
 */
export function attachVideo(
  video: HTMLVideoElement,
  address: string,
  onFailure: (reason: LoadFailure) => void,
): VideoAttachment {
  const controller = new AbortController();
  const { signal } = controller;
  const isPlaylist = videoKindOf(address) === 'playlist';
  let stopStream: (() => void) | undefined;
  let isReported = false;
  const fail = (reason: LoadFailure): void => {
    if (signal.aborted || isReported) return;
    isReported = true;
    onFailure(reason);
  };
  const failFor = (url: string): void => void findFailure(url).then(fail);

  const playFile = (url: string, onError: () => void): void => {
    video.addEventListener('error', onError, { signal, once: true });
    // Not in other pages, where videos also play from servers that do not allow CORS.
    if (isBlockedByIsolation(url)) video.crossOrigin = 'anonymous';
    video.src = url;
    video.load();
  };

  const playStream = async (url: string): Promise<void> => {
    const Hls = await loadHls();
    if (signal.aborted) return;
    if (!Hls.isSupported()) {
      fail('missing');
      return;
    }
    let signed = url;
    const stream = new Hls({
      capLevelToPlayerSize: true,
      maxBufferLength: 20,
      // A background shows no captions.
      renderTextTracksNatively: false,
      xhrSetup: (request, file) =>
        request.open('GET', withCurrentSignature(file, signed, location.href), true),
    });
    // A background plays for longer than its first signature is valid (ASSET-02).
    const stopSigning = runEvery(signedUrlCacheMs, () => {
      urlFor(address).then(
        (next) => (signed = next),
        // The current signature is valid for another ten minutes, and the next attempt comes before.
        () => undefined,
      );
    });
    stopStream = () => {
      stopSigning();
      stream.destroy();
    };
    stream.on(Hls.Events.ERROR, (_, { fatal, type, response }) => {
      // A timeout of a playlist or segment has no status either.
      if (fatal)
        fail(type === Hls.ErrorTypes.NETWORK_ERROR ? failureOfStatus(response?.code ?? 0) : 'missing');
    });
    stream.loadSource(url);
    stream.attachMedia(video);
  };

  const start = async (): Promise<void> => {
    const url = await urlFor(address);
    if (signal.aborted) return;
    if (isPlaylist && video.canPlayType(playlistType) === '') await playStream(url);
    else playFile(url, () => void retrySigned(url).catch(() => failFor(url)));
  };

  /** Requests the URL once more with a new signature: the first one may have expired. */
  const retrySigned = async (first: string): Promise<void> => {
    if (!isSignable(address)) {
      await playOtherwise(first);
      return;
    }
    const url = await signedUrl(address, true);
    if (!signal.aborted) playFile(url, () => void playOtherwise(url).catch(() => failFor(url)));
  };

  /** Browsers that say they play streams may not play this one; hls.js may. */
  const playOtherwise = async (url: string): Promise<void> => {
    if (isPlaylist) await playStream(url);
    else failFor(url);
  };

  start().catch(() => failFor(address));
  return {
    detach() {
      controller.abort();
      stopStream?.();
      video.removeAttribute('src');
      video.load();
    },
  };
}
