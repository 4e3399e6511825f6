/** Security headers, created once per kind of response. */
import { framePermissions, noPageSources, type OperatingMode, type PageSources } from '@foyer/contract';

export type Headers = Readonly<Record<string, string>>;

/** Browser features that neither the app nor its frames use. */
const deniedFeatures = [
  'accelerometer',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'midi',
  'payment',
  'usb',
] as const;

function permissionsPolicy({ permissions }: PageSources, more: readonly string[] = []): string {
  const allowed = framePermissions.map((feature) => {
    const frames = (permissions[feature] ?? []).map((origin) => ` "${origin}"`).join('');
    return `${feature}=(self${frames})`;
  });
  const denied = deniedFeatures.map((feature) => `${feature}=()`);
  return [...allowed, ...denied, ...more].toSorted().join(', ');
}

/** Loads from other origins only what allows it, which makes a page cross-origin isolated. */
const isolating: Headers = { 'cross-origin-embedder-policy': 'require-corp' };

/**
 * What Zoom's SDK needs: it evaluates code, starts workers from blobs, compiles WebAssembly, sets styles by attribute, and
 * connects to Zoom's servers, which also have the pictures and videos of meetings. All its files come from this server,
 * with one exception: an attendee in a waiting room gets the host's text for it in a script (JSONP), and so does everyone
 * who joins if Zoom has first answered with an error of its server.
 */
const zoomPolicy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-eval' 'wasm-unsafe-eval' blob: https://zoom.us/api/v1/wc/info",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data: https://*.zoom.us",
  "media-src 'self' blob: data: https://*.zoom.us",
  "connect-src 'self' blob: data: https://zoom.us https://*.zoom.us wss://*.zoom.us",
  "font-src 'self' data:",
  "worker-src 'self' blob:",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** For responses that a browser must never render as a page of this origin. */
export const inertPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/**
 * The worker that reads PDFs. A worker has the policy of its own script and not that of the page: it may compile
 * WebAssembly, which decodes some pictures and colors, and load the files of pdf.js, but it reaches no other server.
 */
export const pdfWorkerPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
].join('; ');

export interface PageOptions {
  /** The origin of an external favicon. */
  readonly iconOrigin?: string | undefined;
  /** Whether the page is cross-origin isolated (COI-02): it loads from other origins only what allows it. */
  readonly isolated?: boolean;
  /** Whether the page may frame pages of this origin, of which only `zoomPage` allows it. */
  readonly framesOwnPages?: boolean;
}

export interface HeaderKinds {
  /** Responses of endpoints, and the default. */
  readonly inert: Headers;
  /**
   * Scripts, styles, fonts and images. No content security policy, since it would apply inside worker scripts; that of PDFs
   * has its own (`pdfWorkerPolicy`). Isolated, since an isolated page starts no other worker scripts.
   */
  readonly file: Headers;
  /** The web app's page. */
  page(sources?: PageSources, options?: PageOptions): Headers;
  /** The page that runs Zoom's SDK: the only one that may be framed, by pages of this origin. */
  readonly zoomPage: Headers;
  /** A small server-rendered page with one style block, allowed by its hash. */
  plainPage(styleHash: string): Headers;
}

/**
 * @param callServer URL of the LiveKit server, wss://…
 * @param matomoScript URL of a Matomo whose script the page loads
 */
export function headerKinds(publicUrl: string, callServer?: string, matomoScript?: string): HeaderKinds {
  const common: Headers = {
    'x-content-type-options': 'nosniff',
    // `no-referrer` would make browsers send `Origin: null` with forms of this origin.
    'referrer-policy': 'same-origin',
    'permissions-policy': permissionsPolicy(noPageSources),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
  // LiveKit's client sends an HTTP request to find out why a WebSocket was rejected.
  const calls =
    callServer === undefined
      ? ''
      : ` ${new URL(callServer).origin} ${new URL(callServer.replace(/^ws/, 'http')).origin}`;
  const matomo = matomoScript === undefined ? '' : ` ${new URL(matomoScript).origin}`;
  const withPolicy = (policy: string): Headers => ({ ...common, 'content-security-policy': policy });
  return {
    inert: withPolicy(inertPolicy),
    file: { ...common, ...isolating },
    zoomPage: {
      ...withPolicy(zoomPolicy),
      ...isolating,
      'permissions-policy': permissionsPolicy(noPageSources, ['cross-origin-isolated=(self)']),
    },
    page: (sources = noPageSources, { iconOrigin, isolated = false, framesOwnPages = false } = {}) => {
      const { media = [], connect = [], image = [] } = sources.origins;
      const frame = [...(framesOwnPages ? ["'self'"] : []), ...(sources.origins.frame ?? [])];
      const images = iconOrigin === undefined ? image : [...image, iconOrigin];
      return {
        ...withPolicy(
          [
            "default-src 'none'",
            `script-src 'self'${matomo}`,
            "style-src 'self'",
            `${["img-src 'self' blob: data:", ...images].join(' ')}${matomo}`,
            ["media-src 'self' blob:", ...media].join(' '),
            `${["connect-src 'self' blob:", ...connect].join(' ')}${calls}${matomo}`,
            "font-src 'self'",
            "worker-src 'self' blob:",
            ...(frame.length > 0 ? [['frame-src', ...frame].join(' ')] : []),
            "frame-ancestors 'none'",
            "base-uri 'none'",
            "form-action 'self'",
          ].join('; '),
        ),
        ...(isolated ? isolating : {}),
        'permissions-policy': permissionsPolicy(sources),
      };
    },
    plainPage: (styleHash) =>
      withPolicy(
        `default-src 'none'; style-src '${styleHash}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      ),
  };
}

/** Only the prefix of a path determines its mode: `/stage` and `/stage/…`, not `/stagecoach`. */
export const modeOf = (path: string): OperatingMode =>
  path === '/stage' || path.startsWith('/stage/') || path.startsWith('/stage?') ? 'STAGE' : 'LIVE';
