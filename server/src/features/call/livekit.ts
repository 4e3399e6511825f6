/** A media server for larger rooms: what lets a browser in, and what takes one out again. */
import { SignJWT } from 'jose';
import type { ChatPerson } from '@foyer/contract';
import type { LivekitConfig } from '#platform/config/calls';
import type { Clock } from '#platform/clock';
import type { Log } from '#platform/log/log';

/** Only needed to connect. */
const tokenMs = 600_000;
const answerMs = 5_000;

export interface LivekitParts {
  /** Whether a tab is in a call, as far as is known here. */
  readonly isSeated: (callId: string, tabId: string) => boolean;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
}

interface Expelled {
  readonly callId: string;
  readonly tabId: string;
  /** When no token of theirs holds any more. */
  readonly until: number;
}

export class Livekit {
  private readonly config: LivekitConfig;
  private readonly parts: LivekitParts;
  private readonly expelled = new Map<string, Expelled>();
  private isKeeping = false;

  constructor(config: LivekitConfig, parts: LivekitParts) {
    this.config = config;
    this.parts = parts;
  }

  get url(): string {
    return this.config.url;
  }

  /** Opens the room of a call for one tab. */
  async grant(callId: string, tabId: string, { uid, name }: ChatPerson): Promise<string> {
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

  /** Whoever may not be in the call any more hears nothing of it any more: not with the token they still have, either. */
  expel(callId: string, tabId: string): void {
    this.expelled.set(`${callId} ${tabId}`, { callId, tabId, until: this.parts.clock() + tokenMs });
  }

  /** Takes out who was expelled, again and again, as long as a token may let them in. */
  async keepOut(): Promise<void> {
    if (this.isKeeping) return;
    this.isKeeping = true;
    for (const [key, { callId, tabId, until }] of this.expelled)
      if (this.parts.clock() > until || this.parts.isSeated(callId, tabId)) this.expelled.delete(key);
      else
        try {
          await this.remove(callId, tabId);
        } catch (fault) {
          this.parts.log.warn({ err: fault }, 'somebody could not be taken out of the media server yet');
        }
    this.isKeeping = false;
  }

  private async remove(callId: string, tabId: string): Promise<void> {
    const token = await this.sign({ video: { room: callId, roomAdmin: true } });
    const address = new URL('twirp/livekit.RoomService/RemoveParticipant', httpAddress(this.config.url));
    const answer = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ room: callId, identity: tabId }),
      signal: AbortSignal.timeout(answerMs),
    });
    // Whoever has gone by themselves is not found.
    if (!answer.ok && answer.status !== 404) throw new Error(`the media server answered ${answer.status}`);
  }

  private sign(claims: Record<string, unknown>): Promise<string> {
    const now = Math.floor(this.parts.clock() / 1_000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(this.config.apiKey)
      .setNotBefore(now)
      .setExpirationTime(now + tokenMs / 1_000)
      .sign(new TextEncoder().encode(this.config.apiSecret));
  }
}

const httpAddress = (url: string): string => `${url.replace(/^ws/, 'http').replace(/\/$/, '')}/`;
