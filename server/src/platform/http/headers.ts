/** The headers that protect an answer, made once per kind of answer. */
import type { OperatingMode } from '@foyer/contract';

export type Headers = Readonly<Record<string, string>>;

/** What a browser may do here: its own camera, microphone and screen for calls; nothing for frames of others. */
const permissions =
  'accelerometer=(), autoplay=(self), camera=(self), display-capture=(self), fullscreen=(self), geolocation=(), ' +
  'gyroscope=(), magnetometer=(), microphone=(self), midi=(), payment=(), usb=()';

/** An answer that a browser should never show as a page of ours. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

export interface HeaderKinds {
  /** Answers of calls and whatever has no kind of its own. */
  readonly inert: Headers;
  /** Scripts, styles, fonts and pictures of the web app; a worker script lives by the policy it comes with, so none. */
  readonly file: Headers;
  /** The web app's page. `mediaOrigins` are where the venue's videos are, `iconOrigin` where an outside favicon is. */
  page(mediaOrigins: readonly string[], iconOrigin?: string): Headers;
  /** A small page that the server writes itself, with one style block known by its hash. */
  plainPage(styleHash: string): Headers;
}

/** @param callServer the media server of larger calls, wss://… */
export function headerKinds(publicUrl: string, callServer?: string): HeaderKinds {
  const common: Headers = {
    'x-content-type-options': 'nosniff',
    // `no-referrer` would make browsers send `Origin: null` with our own forms.
    'referrer-policy': 'same-origin',
    'permissions-policy': permissions,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  // Its client asks over HTTP why a socket was refused.
  const calls =
    callServer === undefined
      ? ''
      : ` ${new URL(callServer).origin} ${new URL(callServer.replace(/^ws/, 'http')).origin}`;
  const withPolicy = (policy: string): Headers => ({ ...common, 'content-security-policy': policy });
  return {
    inert: withPolicy(inertPolicy),
    file: common,
    page: (mediaOrigins, iconOrigin) => {
      const media = mediaOrigins.map((origin) => ` ${origin}`).join('');
      return withPolicy(
        [
          "default-src 'none'",
          "script-src 'self'",
          "style-src 'self'",
          `img-src 'self' blob: data:${iconOrigin === undefined ? '' : ` ${iconOrigin}`}`,
          `media-src 'self' blob:${media}`,
          `connect-src 'self' blob:${media}${calls}`,
          "font-src 'self'",
          "worker-src 'self' blob:",
          "frame-ancestors 'none'",
          "base-uri 'none'",
          "form-action 'self'",
        ].join('; '),
      );
    },
    plainPage: (styleHash) =>
      withPolicy(
        `default-src 'none'; style-src '${styleHash}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      ),
  };
}

/** The mode of a path comes from its prefix alone: `/stage` and `/stage/…`, not `/stagecoach`. */
export const modeOf = (path: string): OperatingMode =>
  path === '/stage' || path.startsWith('/stage/') || path.startsWith('/stage?') ? 'STAGE' : 'LIVE';
