/** Identifies callers by ID token, administrator's key or stage cookie. */
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { stageCookieMs, stageLinkMs, type OperatingMode } from '@foyer/contract';
import { FailureLimit } from './failureLimit.ts';
import type { Tokens } from './ports.ts';
import { StageVisitors } from './stageVisitors.ts';
import type { AccessStore } from './store.ts';
import type { Clock, MonotonicClock } from '#platform/clock';
import { maySeeLive, maySeeStage, type Access, type Credentials } from '#platform/http/access';
import type { Caller } from '#platform/http/route';
import type { Accounts, StageVisitor } from '#platform/identity';
import { ApiError } from '#platform/apiError';
import { hashSecret, createSecret, secretPattern } from '#platform/secret';

const adminKeyCaller: Caller = {
  kind: 'operator',
  name: 'admin-key',
  roles: ['ROLE_ADMIN', 'ROLE_DESIGNER'],
};
const anonymous: Caller = { kind: 'anonymous' };
/** A stage link only permits viewing; changes need a role or the key. */
const stageCaller = ({ sessionId }: StageVisitor): Caller => ({ kind: 'stage', sessionId, roles: [] });

const authorizationLength = 8_192;
/** A JWT: three parts in base64url, the first of which is a JSON object. */
const tokenPattern = /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/;

export interface AccessDeps {
  readonly store: AccessStore;
  readonly clock: Clock;
  readonly monotonicClock: MonotonicClock;
  readonly adminKey: string;
  readonly publicUrl: string;
  readonly tokens: Tokens;
  readonly loginEnabled: () => boolean;
  readonly accounts: Pick<Accounts, 'find'>;
  /** Called for each stage session that is ended. */
  readonly onStageSessionEnded: (sessionId: string) => void;
}

export interface StageLink {
  readonly url: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export class AccessService implements Access {
  readonly visitors: StageVisitors;
  private readonly deps: AccessDeps;
  private readonly failureLimit: FailureLimit;
  private readonly keyHash: Buffer;

  constructor(deps: AccessDeps) {
    this.deps = deps;
    this.visitors = new StageVisitors({ ...deps, onEnded: deps.onStageSessionEnded });
    this.failureLimit = new FailureLimit(deps.monotonicClock);
    this.keyHash = Buffer.from(hashSecret(deps.adminKey));
  }

  async identify(credentials: Credentials): Promise<Caller> {
    const { headers, rawHeaders, mode } = credentials;
    if (headers.authorization !== undefined) {
      return this.identifyBearer(readBearer(headers.authorization, rawHeaders), credentials);
    }
    if (mode !== 'STAGE') return anonymous;
    const visitor = await this.visitors.find(headers);
    return visitor === undefined ? anonymous : stageCaller(visitor);
  }

  findCachedReader(
    mode: OperatingMode,
    headers: IncomingHttpHeaders,
    rawHeaders: readonly string[],
  ): Caller | undefined {
    const { authorization } = headers;
    if (authorization === undefined) {
      if (mode === 'LIVE') return this.loginEnabled() ? undefined : anonymous;
      const visitor = this.visitors.findCached(headers);
      return visitor && stageCaller(visitor);
    }
    const token = readBearer(authorization, rawHeaders);
    const caller = token === undefined ? undefined : this.deps.tokens.identifyCached(token);
    return caller !== undefined && this.maySee(mode, caller) ? caller : undefined;
  }

  async recheck(mode: OperatingMode, caller: Caller): Promise<Caller | undefined> {
    const isSession = caller.kind === 'account' || caller.kind === 'stage';
    const now = isSession ? await this.deps.tokens.recheck(caller) : caller;
    return now !== undefined && this.maySee(mode, now) ? now : undefined;
  }

  loginEnabled(): boolean {
    return this.deps.loginEnabled();
  }

  /** @param owner the account of the designer; undefined for the administrator's key. */
  async createLink(owner?: string): Promise<StageLink> {
    const now = this.deps.clock();
    const code = createSecret();
    const expiresAt = now + stageLinkMs;
    await this.deps.store.addLink(code, { expiresAt, owner });
    return { url: `${this.deps.publicUrl}/stage-link?code=${code}`, expiresAt };
  }

  /** Redeems the code of a link. Returns the token of the new session. Throws `unauthorized` if the code is unknown, used or expired. */
  async openStage(code: string, address: string): Promise<string> {
    const now = this.deps.clock();
    const { store } = this.deps;
    // Checks the code first, so that guesses cause no writes.
    const link = secretPattern.test(code) ? await store.findLink(code) : undefined;
    if (link !== undefined && (await this.visitors.isOwnerAllowed(link))) {
      const session = { token: createSecret(), expiresAt: now + stageCookieMs };
      if (await store.redeemLink(code, now, session)) return session.token;
    }
    this.failureLimit.countFailure(address);
    throw new ApiError('unauthorized', 'This link has been used already, or it has expired.');
  }

  private async identifyBearer(secret: string | undefined, { mode, address }: Credentials): Promise<Caller> {
    // Compares hashes, which have the same length, so that the length of the key is not revealed.
    const isKey = secret !== undefined && timingSafeEqual(Buffer.from(hashSecret(secret)), this.keyHash);
    if (isKey) return adminKeyCaller;
    if (secret === undefined || !tokenPattern.test(secret)) {
      this.failureLimit.countFailure(address);
      throw new ApiError('unauthorized', 'The key in the Authorization header is invalid.');
    }
    const caller = await this.deps.tokens.identify(secret);
    if (caller !== undefined && this.isAllowedIn(mode, caller)) return caller;
    // Not counted as a failure: signatures cannot be guessed, and many users of a network may have expired tokens.
    throw new ApiError('unauthorized', 'The session has ended, or its token has expired.');
  }

  private maySee(mode: OperatingMode, caller: Caller): boolean {
    if (!this.isAllowedIn(mode, caller)) return false;
    return mode === 'STAGE' ? maySeeStage(caller) : maySeeLive(caller, this.loginEnabled());
  }

  /** Guests are only allowed in an anonymous live venue, stage sessions only on the stage. */
  private isAllowedIn(mode: OperatingMode, caller: Caller): boolean {
    if (caller.kind === 'guest') return mode === 'LIVE' && !this.loginEnabled();
    return caller.kind !== 'stage' || mode === 'STAGE';
  }
}

/** The value after `Bearer `; undefined if the header is duplicate, too long or malformed. */
function readBearer(authorization: string, rawHeaders: readonly string[]): string | undefined {
  if (authorization.length > authorizationLength) return undefined;
  let times = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length === 13 && name.toLowerCase() === 'authorization') times += 1;
  }
  return times === 1 ? /^Bearer ([\x21-\x7e]+)$/.exec(authorization)?.[1] : undefined;
}
