/**
 * Vimeo's API, as far as the server needs it: `GET /videos/{id}` with the token of an account. Links to streams are new
 * in each response.
 */
import {
  startVendor,
  type FailureKind,
  type VendorCall,
  type VendorResponse,
  type VendorStandIn,
} from './vendor.ts';

export const vimeoToken = 'token-of-the-films-owner';

const hourMs = 3_600_000;

interface ApiFilm {
  readonly view: string;
  readonly embed: string;
  /** Undefined: the film belongs to another account, or the plan of the account has no links. */
  readonly stream?: {
    readonly host?: string;
    /** Negative: in the past; null: the response does not say it. */
    readonly expiresInMs: number | null;
  };
}

const day = { expiresInMs: 24 * hourMs };

/** The films, by id. All others are unknown. */
export const vimeoFilms = {
  /** Of the account, and hidden from everyone else. */
  '500001': { view: 'nobody', embed: 'private', stream: day },
  /** Of another account. */
  '500002': { view: 'unlisted', embed: 'public' },
  /** Of the account, whose plan has no links to files. */
  '500003': { view: 'nobody', embed: 'private' },
  '500004': { view: 'unlisted', embed: 'public', stream: { expiresInMs: -hourMs } },
  '500005': { view: 'unlisted', embed: 'public', stream: { expiresInMs: null } },
  /** On a server that pages do not load from. */
  '500006': { view: 'unlisted', embed: 'public', stream: { ...day, host: 'files.example.org' } },
  /** As 500001, with a link that expires soon. */
  '500007': { view: 'nobody', embed: 'private', stream: { expiresInMs: 100_000 } },
} as const satisfies Readonly<Record<string, ApiFilm>>;

export interface VimeoApiOptions {
  /** The clock of Vimeo, in milliseconds since 1970. */
  readonly now?: () => number;
}

export function startVimeoApi({ now = Date.now }: VimeoApiOptions = {}): Promise<VendorStandIn> {
  let links = 0;
  const films: Readonly<Record<string, ApiFilm | undefined>> = vimeoFilms;
  const respond = ({ method, url, request }: VendorCall): VendorResponse => {
    const id = /^\/videos\/(\d+)$/.exec(url.pathname)?.[1];
    if (request.headers.authorization !== `Bearer ${vimeoToken}`) return errorResponse('unauthorized');
    const film = method === 'GET' && id !== undefined ? films[id] : undefined;
    if (film === undefined) return errorOf(404, 'The requested video could not be found.', 5000);
    const { stream, view, embed } = film;
    links += 1;
    const play = stream && {
      status: 'playable',
      hls: {
        link: `https://${stream.host ?? 'player.vimeo.com'}/external/${id}.m3u8?s=${links}`,
        ...(stream.expiresInMs !== null && {
          link_expiration_time: new Date(now() + stream.expiresInMs).toISOString(),
        }),
      },
    };
    return { status: 200, body: { privacy: { view, embed }, ...(play && { play }) } };
  };
  return startVendor({ respond, errorResponse });
}

const errorOf = (status: number, error: string, code: number): VendorResponse => ({
  status,
  body: { error, developer_message: error, error_code: code },
});

function errorResponse(kind: Exclude<FailureKind, 'malformed' | 'silent'>): VendorResponse {
  switch (kind) {
    case 'unauthorized':
      return errorOf(401, 'You must provide a valid authenticated access token.', 8003);
    case 'forbidden':
      return errorOf(403, 'Your access token lacks a scope.', 3200);
    case 'throttled':
    case 'quota':
      return errorOf(429, 'Too many API requests.', 9000);
    case 'otherRegion':
      return errorOf(404, 'The requested page could not be found.', 2200);
    default:
      return errorOf(500, 'Something strange occurred.', 1000);
  }
}
