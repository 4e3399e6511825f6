/** The headers that protect an answer, made once per kind of answer. */
import { framePermissions, type FramePermission, type OperatingMode, type Origins } from '@foyer/contract';

export type Headers = Readonly<Record<string, string>>;

/** Features that no page of ours uses, and no frame in it. */
const deniedFeatures = [
  'accelerometer',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'midi',
  'payment',
  'usb',
] as const;

/** What a venue's page needs from elsewhere: nothing else is loaded, and no other frame gets a feature. */
export interface PageSources {
  readonly origins: Origins;
  /** The frame origins that each feature is passed on to. */
  readonly permissions: Readonly<Partial<Record<FramePermission, readonly string[]>>>;
}

const noSources: PageSources = { origins: {}, permissions: {} };

function permissionsPolicy({ permissions }: PageSources): string {
  const allowed = framePermissions.map((feature) => {
    const frames = (permissions[feature] ?? []).map((origin) => ` "${origin}"`).join('');
    return `${feature}=(self${frames})`;
  });
  const denied = deniedFeatures.map((feature) => `${feature}=()`);
  return [...allowed, ...denied].toSorted().join(', ');
}

/** An answer that a browser should never show as a page of ours. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

export interface HeaderKinds {
  /** Answers of calls and whatever has no kind of its own. */
  readonly inert: Headers;
  /** Scripts, styles, fonts and pictures of the web app; a worker script lives by the policy it comes with, so none. */
  readonly file: Headers;
  /** The web app's page. `iconOrigin` is where a favicon from elsewhere is. */
  page(sources?: PageSources, iconOrigin?: string): Headers;
  /** A small page that the server writes itself, with one style block known by its hash. */
  plainPage(styleHash: string): Headers;
}

/** @param callServer the media server of larger calls, wss://… */
export function headerKinds(publicUrl: string, callServer?: string): HeaderKinds {
  const common: Headers = {
    'x-content-type-options': 'nosniff',
    // `no-referrer` would make browsers send `Origin: null` with our own forms.
    'referrer-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(noSources),
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
    page: (sources = noSources, iconOrigin) => {
      const { frame = [], media = [], connect = [], image = [] } = sources.origins;
      const images = iconOrigin === undefined ? image : [...image, iconOrigin];
      return {
        ...withPolicy(
          [
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            ["img-src 'self' blob: data:", ...images].join(' '),
            ["media-src 'self' blob:", ...media].join(' '),
            `${["connect-src 'self' blob:", ...connect].join(' ')}${calls}`,
            "font-src 'self'",
            "worker-src 'self' blob:",
            ...(frame.length > 0 ? [['frame-src', ...frame].join(' ')] : []),
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'self'",
          ].join('; '),
        ),
        'permissions-policy': permissionsPolicy(sources),
      };
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
