/** Asks Vimeo's API for the stream of a film, with the token of the account that owns it. Nothing is stored. */
import { isVimeoStream } from '@foyer/contract';
import { parseRetryAfter } from '@foyer/contract/retryAfter';
import * as z from 'zod';
import type { Clock, MonotonicClock } from '#platform/clock';
import { SingleFlight } from '#platform/concurrency/singleFlight';
import type { VimeoConfig } from '#platform/config/vimeo';
import type { WarnLog } from '#platform/log/log';

/** After a 429 that does not say how long to wait. */
const defaultPauseMs = 60_000;
/** Vimeo's links expire after 24 hours. */
const streamMs = 23 * 3_600_000;
/** A link with less time left is of no use to a player. */
const minStreamMs = 120_000;

export interface VimeoApiDeps {
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly log: WarnLog;
  /** A user who wants to watch waits for it. Default 5 s. */
  readonly responseTimeoutMs?: number;
}

export interface VimeoFilm {
  /** The playlist (HLS), and until when it can be loaded, in milliseconds since 1970; undefined if the film has none. */
  readonly stream: { readonly url: string; readonly expiresAt: number } | undefined;
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

export class VimeoApi {
  private readonly config: VimeoConfig;
  private readonly deps: VimeoApiDeps;
  private readonly pending = new SingleFlight<VimeoFilm | undefined>();
  /** By the `MonotonicClock`. */
  private pausedUntil = 0;

  constructor(config: VimeoConfig, deps: VimeoApiDeps) {
    this.config = config;
    this.deps = deps;
  }

  /** Returns what Vimeo knows about a film; undefined if it does not answer, or does not know the film. */
  async find(id: string): Promise<VimeoFilm | undefined> {
    if (this.deps.monotonicClock() < this.pausedUntil) return undefined;
    try {
      // Many users open a film at the same moment.
      return await this.pending.run(id, () => this.request(id));
    } catch (error) {
      this.deps.log.warn({ err: error, film: id }, 'Vimeo does not return the stream of a film');
      return undefined;
    }
  }

  private async request(id: string): Promise<VimeoFilm | undefined> {
    const { token, apiUrl } = this.config;
    const { responseTimeoutMs = 5_000 } = this.deps;
    const response = await fetch(`${apiUrl}/videos/${id}?fields=${fields}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/vnd.vimeo.*+json;version=3.4' },
      redirect: 'error',
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    if (response.ok) return this.toFilm(z.parse(filmResponse, await response.json()));
    await response.body?.cancel();
    const { status } = response;
    if (status === 404) return undefined;
    if (status === 401) throw new Error('Vimeo rejects VIMEO_TOKEN (status 401)');
    if (status === 429) this.pause(response.headers.get('retry-after'));
    throw new Error(`Vimeo responded with status ${status}`);
  }

  private pause(retryAfter: string | null): void {
    const { clock, monotonicClock } = this.deps;
    this.pausedUntil = monotonicClock() + (parseRetryAfter(retryAfter, clock()) ?? defaultPauseMs);
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
    if (expiresAt - now < minStreamMs) return undefined;
    if (isVimeoStream(url)) return { url, expiresAt };
    // The page's policy would block it. The rest of the link is a secret.
    const host = URL.canParse(url) ? new URL(url).host : undefined;
    this.deps.log.warn({ host }, 'Vimeo names a stream on a server that pages do not load from');
    return undefined;
  }
}
