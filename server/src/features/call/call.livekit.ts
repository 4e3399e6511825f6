/** A media server for larger rooms: what lets a browser in, and what takes one out again. */
import { SignJWT } from 'jose';
import type { ChatPerson } from '@foyer/contract';
import type { LivekitConfig } from '#platform/config/calls';
import type { Clock } from '#platform/clock';

/** Only needed to connect. */
const tokenMs = 600_000;
const answerMs = 5_000;

export class Livekit {
  private readonly config: LivekitConfig;
  private readonly clock: Clock;

  constructor(config: LivekitConfig, clock: Clock) {
    this.config = config;
    this.clock = clock;
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

  /** Whoever may not be in the call any more hears nothing of it any more. Throws where the server does not answer. */
  async remove(callId: string, tabId: string): Promise<void> {
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
    const now = Math.floor(this.clock() / 1_000);
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(this.config.apiKey)
      .setNotBefore(now)
      .setExpirationTime(now + tokenMs / 1_000)
      .sign(new TextEncoder().encode(this.config.apiSecret));
  }
}

const httpAddress = (url: string): string => `${url.replace(/^ws/, 'http').replace(/\/$/, '')}/`;
