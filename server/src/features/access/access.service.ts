/** Who calls: a person with an ID token, the administrator's key, or a browser that has opened a stage link. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { stageCookieMs, stageLinkMs, type OperatingMode } from '@foyer/contract';
import { Attempts } from './access.attempts.ts';
import type { Tokens } from './access.ports.ts';
import { StageVisitors } from './access.stage.ts';
import type { AccessStore } from './access.store.ts';
import type { Clock } from '#platform/clock';
import { maySeeLive, maySeeStage, type Access, type Credentials } from '#platform/http/access';
import type { Caller } from '#platform/http/route';
import type { Accounts } from '#platform/identity';
import { Refusal } from '#platform/refusal';
import { hashOfSecret, newSecret, secretPattern } from '#platform/secret';

const administrator: Caller = { kind: 'operator', name: 'admin-key', roles: ['ROLE_ADMIN', 'ROLE_DESIGNER'] };
const nobody: Caller = { kind: 'nobody' };

const authorizationLength = 8_192;
/** A JWT: three parts in base64url, the first of which is a JSON object. */
const tokenPattern = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

export interface AccessParts {
  readonly store: AccessStore;
  readonly clock: Clock;
  readonly adminKey: string;
  readonly publicUrl: string;
  readonly tokens: Tokens;
  readonly loginEnabled: () => boolean;
  readonly accounts: Pick<Accounts, 'find'>;
}

export interface StageLink {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export class AccessService implements Access {
  readonly visitors: StageVisitors;
  private readonly parts: AccessParts;
  private readonly attempts: Attempts;
  private readonly keyHash: Buffer;

  constructor(parts: AccessParts) {
    this.parts = parts;
    this.visitors = new StageVisitors(parts);
    this.attempts = new Attempts(parts.clock);
    this.keyHash = Buffer.from(hashOfSecret(parts.adminKey));
  }

  async identify(credentials: Credentials): Promise<Caller> {
    const { headers, rawHeaders, mode } = credentials;
    if (headers.authorization !== undefined) {
      return this.bearer(bearerOf(headers.authorization, rawHeaders), credentials);
    }
    if (mode !== 'STAGE') return nobody;
    const visitor = await this.visitors.find(headers);
    // A stage link lets one look; changing the venue takes a role or the key.
    return visitor === undefined ? nobody : { kind: 'stage', sessionId: visitor.sessionId, roles: [] };
  }

  canReadFromCache(
    mode: OperatingMode,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
  ): boolean {
    const { authorization } = headers;
    if (authorization === undefined) {
      if (mode === 'LIVE') return !this.loginEnabled();
      return this.visitors.known(headers) !== undefined;
    }
    const token = bearerOf(authorization, rawHeaders);
    const caller = token !== undefined && tokenPattern.test(token) && this.parts.tokens.known(token);
    if (!caller || !this.isHere(mode, caller)) return false;
    return mode === 'STAGE' ? maySeeStage(caller) : maySeeLive(caller, this.loginEnabled());
  }

  async recheck(mode: OperatingMode, caller: Caller): Promise<Caller | undefined> {
    const isSession = caller.kind === 'account' || caller.kind === 'stage';
    const now = isSession ? await this.parts.tokens.renewed(caller) : caller;
    if (now === undefined || !this.isHere(mode, now)) return undefined;
    const may = mode === 'STAGE' ? maySeeStage(now) : maySeeLive(now, this.loginEnabled());
    return may ? now : undefined;
  }

  loginEnabled(): boolean {
    return this.parts.loginEnabled();
  }

  /** @param owner the account of the designer; undefined where the administrator's key asks. */
  async createLink(owner?: string): Promise<StageLink> {
    const now = this.parts.clock();
    const code = newSecret();
    const expiresAt = now + stageLinkMs;
    await this.parts.store.addLink(code, { expiresAt, owner }, now);
    return { url: `${this.parts.publicUrl}/stage-link?code=${code}`, expiresAt };
  }

  /** Burns a link's code. Returns the token of the new session; refuses a code that is unknown, used or too old. */
  async openStage(code: string, address: string): Promise<string> {
    const now = this.parts.clock();
    const { store } = this.parts;
    // A guess costs a look and does not queue with what is written.
    const link = secretPattern.test(code) ? await store.link(code) : undefined;
    if (link !== undefined && (await this.visitors.isWelcome(link))) {
      const session = { token: newSecret(), expiresAt: now + stageCookieMs };
      if (await store.burnLink(code, now, session)) return session.token;
    }
    this.attempts.missed(address);
    throw new Refusal('unauthorized', 'This link has been used already, or it is older than an hour.');
  }

  private async bearer(secret: string | undefined, { mode, address }: Credentials): Promise<Caller> {
    // Hashes have one length, so that the comparison tells nothing about the key's.
    const isKey = secret !== undefined && timingSafeEqual(Buffer.from(hashOfSecret(secret)), this.keyHash);
    if (isKey) return administrator;
    if (secret === undefined || !tokenPattern.test(secret)) {
      this.attempts.missed(address);
      throw new Refusal('unauthorized', 'The key in the Authorization header is not right.');
    }
    const caller = await this.parts.tokens.identify(secret);
    if (caller !== undefined && this.isHere(mode, caller)) return caller;
    // Nobody guesses a signature, and a whole company may wake up with tokens that have run out: no misses to count.
    throw new Refusal('unauthorized', 'This session has ended, or its token has run out.');
  }

  /** Guests are of an anonymous live venue alone, and what a stage link opens is the stage. */
  private isHere(mode: OperatingMode, caller: Caller): boolean {
    if (caller.kind === 'guest') return mode === 'LIVE' && !this.loginEnabled();
    return caller.kind !== 'stage' || mode === 'STAGE';
  }
}

/** What follows `Bearer `; undefined where the header is there twice, too long or of another form. */
function bearerOf(authorization: string, rawHeaders: readonly string[]): string | undefined {
  if (authorization.length > authorizationLength) return undefined;
  let times = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 13 && name.toLowerCase() === 'authorization') times += 1;
  }
  return times === 1 ? /^Bearer ([\x21-\x7e]+)$/.exec(authorization)?.[1] : undefined;
}
