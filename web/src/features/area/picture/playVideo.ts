/** Puts an address into a video element: plain files and native playlists directly, other playlists through hls.js. */
import { isSignable, needsSignature, signedUrl } from '../../../platform/assets/signing.ts';
import { statusOf, whyStatus, type WhyFailed } from './askAgain.ts';
import { videoKindOf } from './videoSource.ts';

const playlistType = 'application/vnd.apple.mpegurl';

export interface VideoAttachment {
  detach(): void;
}

/** Foreign servers may forbid to be asked; then it is the browser that knows whether there is a network. */
async function whyFailed(url: string): Promise<WhyFailed> {
  const isOurs = new URL(url, location.href).origin === location.origin;
  if (!isOurs) return navigator.onLine ? 'missing' : 'away';
  return whyStatus(await statusOf(url));
}

const addressFor = (address: string): Promise<string> =>
  needsSignature() && isSignable(address) ? signedUrl(address) : Promise.resolve(address);

/**
 * Starts to load; `failed` is called once if nothing of it can be played, or if it no longer comes.
 * @param address of a file or a playlist
 */
export function attachVideo(
  video: HTMLVideoElement,
  address: string,
  failed: (why: WhyFailed) => void,
): VideoAttachment {
  const ending = new AbortController();
  const { signal } = ending;
  let stopStream: (() => void) | undefined;
  let told = false;
  const fail = (why: WhyFailed): void => {
    if (signal.aborted || told) return;
    told = true;
    failed(why);
  };
  const failFor = (url: string): void => void whyFailed(url).then(fail);

  const asFile = (url: string, onError: () => void): void => {
    video.addEventListener('error', onError, { signal, once: true });
    video.src = url;
    video.load();
  };

  const asStream = async (url: string): Promise<void> => {
    const { default: Hls } = await import('hls.js/light');
    if (signal.aborted) return;
    if (!Hls.isSupported()) {
      fail('missing');
      return;
    }
    const stream = new Hls({ capLevelToPlayerSize: true, maxBufferLength: 20 });
    stopStream = () => stream.destroy();
    stream.on(Hls.Events.ERROR, (_, { fatal, type, response }) => {
      // A playlist or a part of it that took too long has no answer either.
      if (fatal) fail(type === Hls.ErrorTypes.NETWORK_ERROR ? whyStatus(response?.code ?? 0) : 'missing');
    });
    stream.loadSource(url);
    stream.attachMedia(video);
  };

  const begin = async (): Promise<void> => {
    const url = await addressFor(address);
    if (signal.aborted) return;
    if (videoKindOf(address) === 'playlist') {
      if (video.canPlayType(playlistType)) asFile(url, () => void asStream(url).catch(() => failFor(url)));
      else await asStream(url);
    } else {
      asFile(url, () => void again().catch(() => failFor(url)));
    }
  };

  /** An address that was refused is asked for once more, with a signature of its own. */
  const again = async (): Promise<void> => {
    if (!isSignable(address)) throw new Error('no other way to ask');
    const url = await signedUrl(address, true);
    if (!signal.aborted) asFile(url, () => failFor(url));
  };

  begin().catch(() => failFor(address));
  return {
    detach() {
      ending.abort();
      stopStream?.();
      video.removeAttribute('src');
      video.load();
    },
  };
}
