/** The LiveKit media server for larger rooms: creates join tokens and removes participants. */
import { SignJWT } from 'jose';
import type { ChatUser } from '@foyer/contract';
import type { LivekitConfig } from '#platform/config/calls';
import type { Clock, MonotonicClock } from '#platform/clock';
import type { Log } from '#platform/log/log';

/** Tokens are needed only to connect. */
const tokenLifetimeMs = 600_000;
const responseTimeoutMs = 5_000;

export interface LivekitDeps {
  /** Whether a tab is in a call, as this node knows it. */
  readonly isParticipant: (callId: string, tabId: string) => boolean;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly log: Pick<Log, 'warn'>;
}

interface Removal {
  readonly callId: string;
  readonly tabId: string;
  /** When all tokens of the tab have expired, by the `MonotonicClock`. */
  readonly until: number;
}

export class Livekit {
  private readonly config: LivekitConfig;
  private readonly deps: LivekitDeps;
  private readonly removals = new Map<string, Removal>();
  private isEnforcing = false;

  constructor(config: LivekitConfig, deps: LivekitDeps) {
    this.config = config;
    this.deps = deps;
  }

  get url(): string {
    return this.config.url;
  }

  /** Creates a token with which a tab joins a call. */
  async createToken(callId: string, tabId: string, { uid, name }: ChatUser): Promise<string> {
    const video = {
      room: callId,
      roomJoin: true,
      canPublish: true,
      canSubscribe: true,
      canPublishData: false,
      canPublishSources: ['camera', 'microphone', 'screen_share', 'screen_share_audio'],
    };
    return this.sign({ sub: tabId, name: name ?? '', metadata: JSON.stringify({ uid }), video });
  }

  /** Removes a tab from a call on the media server, and keeps it removed until its tokens have expired. */
  removeParticipant(callId: string, tabId: string): void {
    this.removals.set(`${callId} ${tabId}`, {
      callId,
      tabId,
      until: this.deps.monotonicClock() + tokenLifetimeMs,
    });
  }

  /** Repeats the pending removals, because a removed tab can rejoin with its token until that expires. */
  async enforceRemovals(): Promise<void> {
    if (this.isEnforcing) return;
    this.isEnforcing = true;
    for (const [key, { callId, tabId, until }] of this.removals)
      if (this.deps.monotonicClock() > until || this.deps.isParticipant(callId, tabId))
        this.removals.delete(key);
      else
        try {
          await this.requestRemoval(callId, tabId);
        } catch (error) {
          this.deps.log.warn({ err: error }, 'removing a participant from LiveKit failed');
        }
    this.isEnforcing = false;
  }

  private async requestRemoval(callId: string, tabId: string): Promise<void> {
    const token = await this.sign({ video: { room: callId, roomAdmin: true } });
    const endpoint = new URL('twirp/livekit.RoomService/RemoveParticipant', httpUrl(this.config.url));
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ room: callId, identity: tabId }),
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    // 404: the participant has left already.
    if (!response.ok && response.status !== 404)
      throw new Error(`LiveKit responded with status ${response.status}`);
  }

  private sign(claims: Record<string, unknown>): Promise<string> {
    const now = Math.floor(this.deps.clock() / 1_000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(this.config.apiKey)
      .setNotBefore(now)
      .setExpirationTime(now + tokenLifetimeMs / 1_000)
      .sign(new TextEncoder().encode(this.config.apiSecret));
  }
}

const httpUrl = (url: string): string => `${url.replace(/^ws/, 'http').replace(/\/$/, '')}/`;
