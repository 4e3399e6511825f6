/** Who calls: the administrator's key, or a browser that has opened a stage link. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { stageCookieMs, stageLinkMs, type OperatingMode } from '@foyer/contract';
import { Attempts } from './access.attempts.ts';
import { hashOf, type AccessStore } from './access.store.ts';
import type { Clock } from '#platform/clock';
import type { Access, Credentials } from '#platform/http/access';
import type { Caller } from '#platform/http/route';
import { Refusal } from '#platform/refusal';

export const stageCookie = 'foyer_stage';

const administrator: Caller = { kind: 'operator', name: 'admin-key', roles: ['ROLE_ADMIN', 'ROLE_DESIGNER'] };
/** A stage link lets one look; changing the venue takes the key. */
const stageGuest: Caller = { kind: 'stage', roles: [] };
const nobody: Caller = { kind: 'nobody' };

const authorizationLength = 4_096;
const sessionsRemembered = 2_000;
const secretPattern = /^[A-Za-z0-9_-]{43}$/;
const newSecret = () => randomBytes(32).toString('base64url');

export interface AccessParts {
  readonly store: AccessStore;
  readonly clock: Clock;
  readonly adminKey: string;
  readonly publicUrl: string;
}

export interface StageLink {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export class AccessService implements Access {
  private readonly parts: AccessParts;
  private readonly attempts: Attempts;
  private readonly keyHash: Buffer;
  /** Sessions that were looked up, by the hash of their token, until they end. */
  private readonly remembered = new Map<string, number>();

  constructor(parts: AccessParts) {
    this.parts = parts;
    this.attempts = new Attempts(parts.clock);
    this.keyHash = Buffer.from(hashOf(parts.adminKey));
  }

  async identify(credentials: Credentials): Promise<Caller> {
    const { headers, mode } = credentials;
    if (headers.authorization !== undefined) return this.bearer(headers.authorization, credentials);
    if (mode !== 'STAGE') return nobody;
    const token = cookieOf(headers);
    return token !== undefined && (await this.isSession(token)) ? stageGuest : nobody;
  }

  mayReadNow(mode: OperatingMode, headers: IncomingHttpHeaders): boolean {
    if (headers.authorization !== undefined) return false;
    if (mode === 'LIVE') return !this.loginEnabled();
    const token = cookieOf(headers);
    return token !== undefined && this.isRemembered(hashOf(token));
  }

  /** Accounts arrive with a later version; until then every live venue is open to everybody (LOGIN-19). */
  loginEnabled(): boolean {
    return false;
  }

  async createLink(): Promise<StageLink> {
    const now = this.parts.clock();
    const code = newSecret();
    await this.parts.store.addLink(code, now + stageLinkMs, now);
    return { url: `${this.parts.publicUrl}/stage-link?code=${code}`, expiresAt: now + stageLinkMs };
  }

  /** Burns a link's code. Returns the token of the new session; refuses a code that is unknown, used or too old. */
  async openStage(code: string, address: string): Promise<string> {
    const now = this.parts.clock();
    const session = { token: newSecret(), expiresAt: now + stageCookieMs };
    if (secretPattern.test(code) && (await this.parts.store.burnLink(code, now, session)))
      return session.token;
    this.attempts.missed(address);
    throw new Refusal('unauthorized', 'This link has been used already, or it is older than an hour.');
  }

  private bearer(authorization: string, { rawHeaders, address }: Credentials): Caller {
    const times = rawHeaders.filter((name, index) => index % 2 === 0 && /^authorization$/i.test(name)).length;
    const key =
      authorization.length <= authorizationLength && /^Bearer ([\x21-\x7e]+)$/.exec(authorization)?.[1];
    // Hashes have one length, so that the comparison tells nothing about the key's.
    if (times === 1 && key && timingSafeEqual(Buffer.from(hashOf(key)), this.keyHash)) return administrator;
    this.attempts.missed(address);
    throw new Refusal('unauthorized', 'The key in the Authorization header is not right.');
  }

  private async isSession(token: string): Promise<boolean> {
    const key = hashOf(token);
    if (this.isRemembered(key)) return true;
    const end = await this.parts.store.sessionEnd(token);
    if (end === undefined || end <= this.parts.clock()) return false;
    const [oldest] = this.remembered.keys();
    if (oldest !== undefined && this.remembered.size >= sessionsRemembered) this.remembered.delete(oldest);
    this.remembered.set(key, end);
    return true;
  }

  private isRemembered(key: string): boolean {
    const end = this.remembered.get(key);
    if (end === undefined) return false;
    if (end > this.parts.clock()) return true;
    this.remembered.delete(key);
    return false;
  }
}

/** The session's token; undefined where the cookie is not there, or there twice. */
function cookieOf({ cookie }: IncomingHttpHeaders): string | undefined {
  if (cookie === undefined) return undefined;
  const values = cookie
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${stageCookie}=`))
    .map((pair) => pair.slice(stageCookie.length + 1));
  const [token] = values;
  return values.length === 1 && token !== undefined && secretPattern.test(token) ? token : undefined;
}
