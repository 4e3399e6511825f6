/** Asks Vimeo's API for the stream of a film, with the token of the account that owns it. Nothing is stored. */
import { isVimeoStream } from '@foyer/contract';
import { parseRetryAfter } from '@foyer/contract/retryAfter';
import * as z from 'zod';
import { ApiError } from '#platform/apiError';
import type { Clock, MonotonicClock } from '#platform/clock';
import { SingleFlight } from '#platform/concurrency/singleFlight';
import type { VimeoConfig } from '#platform/config/vimeo';
import { ExpiringMap } from '#platform/expiringMap';
import type { WarnLog } from '#platform/log/log';

/** How long an answer is used for other users who open the film. */
export const answerMs = 60_000;
/** How long Vimeo's player is used for a film when the API does not answer any more. */
const frameableMs = 24 * 3_600_000;
const maxFilms = 1_000;
/** After a rejected token, after several failures in succession, and after a 429 that does not say how long to wait. */
const pauseMs = 60_000;
const failuresBeforePause = 3;
/** Vimeo's links expire after 24 hours. */
const streamMs = 23 * 3_600_000;
/** A link with less time left is of no use to a player, also at the end of the time for which an answer is used. */
const minStreamMs = 120_000 + answerMs;
/** A film has a few hundred bytes. */
const maxResponseBytes = 1024 * 1024;
/** After which a player asks again, if there is no pause. */
const retrySeconds = 5;
/** A user who wants to watch waits for the answer. */
const responseTimeoutMs = 5_000;

export interface VimeoApiDeps {
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly log: WarnLog;
  /** Ends a request that Vimeo does not answer. Default: after 5 s. */
  readonly timeout?: () => AbortSignal;
}

export interface VimeoFilm {
  /**
   * The playlist (HLS), and until when it can be loaded, in milliseconds since 1970; undefined if the film has none, or
   * `expiring` if it expires too soon to be of use. Vimeo then gives a new link in a moment.
   */
  readonly stream: { readonly url: string; readonly expiresAt: number } | 'expiring' | undefined;
  /** Whether Vimeo's own player can show the film on other websites. */
  readonly isFrameable: boolean;
}

const filmResponse = z.object({
  play: z.nullish(
    z.object({
      hls: z.nullish(z.object({ link: z.string(), link_expiration_time: z.nullish(z.string()) })),
    }),
  ),
  privacy: z.nullish(z.object({ view: z.nullish(z.string()), embed: z.nullish(z.string()) })),
});
const fields = 'play.hls.link,play.hls.link_expiration_time,privacy.view,privacy.embed';

/** The values of `privacy.view` with which Vimeo's player does not show a film on other websites. */
const privateViews: readonly unknown[] = ['contacts', 'nobody', 'users'];

/** What is known of a film that only Vimeo's player can show: it is of another account, or the API does not answer. */
const framedFilm: VimeoFilm = { stream: undefined, isFrameable: true };

export class VimeoApi {
  private readonly config: VimeoConfig;
  private readonly deps: VimeoApiDeps;
  private readonly pending = new SingleFlight<VimeoFilm | undefined>();
  private readonly answers: ExpiringMap<string, VimeoFilm>;
  /** The ids of films that Vimeo's player could show when the API answered last. */
  private readonly frameable: ExpiringMap<string, true>;
  /** By the `MonotonicClock`. */
  private pausedUntil = 0;
  /** In succession. */
  private failures = 0;
  /** The message of the last failure in the log. */
  private logged: string | undefined;

  constructor(config: VimeoConfig, deps: VimeoApiDeps) {
    this.config = config;
    this.deps = deps;
    this.answers = new ExpiringMap(maxFilms, deps.monotonicClock);
    this.frameable = new ExpiringMap(maxFilms, deps.monotonicClock);
  }

  /**
   * Returns how a film can be shown.
   * @throws ApiError `unavailable` if Vimeo does not answer, and it is not known whether its player can show the film
   */
  async find(id: string): Promise<VimeoFilm> {
    // Many users open a film at the same moment.
    const film = this.answers.get(id) ?? (await this.pending.run(id, () => this.ask(id)));
    if (film) return film;
    if (this.frameable.get(id)) return framedFilm;
    throw new ApiError('unavailable', 'Vimeo does not answer. Try again in a moment.', {
      retryAfter: Math.max(retrySeconds, Math.ceil((this.pausedUntil - this.deps.monotonicClock()) / 1_000)),
    });
  }

  /** Returns undefined if Vimeo does not answer. */
  private async ask(id: string): Promise<VimeoFilm | undefined> {
    const { monotonicClock } = this.deps;
    if (monotonicClock() < this.pausedUntil) return undefined;
    try {
      const film = await this.request(id);
      this.failures = 0;
      this.logged = undefined;
      this.answers.set(id, film, monotonicClock() + answerMs);
      if (film.isFrameable) this.frameable.set(id, true, monotonicClock() + frameableMs);
      else this.frameable.delete(id);
      return film;
    } catch (error) {
      this.failures += 1;
      if (this.failures >= failuresBeforePause) this.pause(pauseMs);
      const message = String(error);
      if (message !== this.logged)
        this.deps.log.warn({ err: error, film: id }, 'Vimeo does not return the stream of a film');
      this.logged = message;
      return undefined;
    }
  }

  private async request(id: string): Promise<VimeoFilm> {
    const { token, apiUrl } = this.config;
    const { timeout = () => AbortSignal.timeout(responseTimeoutMs) } = this.deps;
    const response = await fetch(`${apiUrl}/videos/${id}?fields=${fields}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.vimeo.*+json;version=3.4' },
      redirect: 'error',
      signal: timeout(),
    });
    if (response.ok) return this.toFilm(z.parse(filmResponse, JSON.parse(await readText(response))));
    await response.body?.cancel();
    const { status } = response;
    // Of another account, or deleted: Vimeo's player shows the film, or says what is wrong.
    if (status === 404) return framedFilm;
    if (status === 401) this.pause(pauseMs);
    if (status === 429)
      this.pause(parseRetryAfter(response.headers.get('retry-after'), this.deps.clock()) ?? pauseMs);
    throw new Error(
      status === 401 ? 'Vimeo rejects VIMEO_TOKEN (status 401)' : `Vimeo responded with status ${status}`,
    );
  }

  private pause(milliseconds: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.deps.monotonicClock() + milliseconds);
  }

  private toFilm({ play, privacy }: z.output<typeof filmResponse>): VimeoFilm {
    return {
      stream: play?.hls ? this.toStream(play.hls.link, play.hls.link_expiration_time) : undefined,
      isFrameable: privacy?.embed !== 'private' && !privateViews.includes(privacy?.view),
    };
  }

  private toStream(url: string, expiry: string | null | undefined): VimeoFilm['stream'] {
    const now = this.deps.clock();
    const stated = Date.parse(expiry ?? '');
    const expiresAt = Number.isNaN(stated) ? now + streamMs : stated;
    if (expiresAt - now < minStreamMs) return 'expiring';
    if (isVimeoStream(url)) return { url, expiresAt };
    // The page's policy would block it. The rest of the link is a secret.
    const host = URL.canParse(url) ? new URL(url).host : undefined;
    this.deps.log.warn({ host }, 'Vimeo names a stream on a server that pages do not load from');
    return undefined;
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxResponseBytes) throw new Error(`Vimeo’s response has more than ${maxResponseBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
