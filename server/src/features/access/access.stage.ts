/** The stage cookie: a browser that has opened a stage link, for twelve hours. */
import type { IncomingHttpHeaders } from 'node:http';
import { stageCookieMs } from '@foyer/contract';
import type { AccessStore } from './access.store.ts';
import type { Clock } from '#platform/clock';
import { readCookie, writeCookie, writeSessionMark } from '#platform/http/cookies';
import { hashOfSecret, secretPattern } from '#platform/secret';

const stageCookie = 'foyer_stage';
const sessionsRemembered = 2_000;

/** A browser that may look at the stage. */
export interface StageVisitor {
  /** `stage-…`, the same as long as its cookie lives. */
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

const cookieOptions = (publicUrl: string) => ({ path: '/stage', secure: publicUrl.startsWith('https:') });
/** The stage cookie, and the mark that tells the page's script of it. */
export function stageCookiesOf(token: string, publicUrl: string): string[] {
  const options = { ...cookieOptions(publicUrl), maxAgeMs: stageCookieMs };
  return [writeCookie(stageCookie, token, options), writeSessionMark(options)];
}

export class StageVisitors {
  private readonly parts: { store: AccessStore; clock: Clock; publicUrl: string };
  /** Sessions that were looked up, by the hash of their token, until they end. */
  private readonly remembered = new Map<string, number>();

  constructor(parts: { store: AccessStore; clock: Clock; publicUrl: string }) {
    this.parts = parts;
  }

  /** Whoever sent these headers, if they carry the cookie of a stage session. */
  async find(headers: IncomingHttpHeaders): Promise<StageVisitor | undefined> {
    const token = tokenOf(headers);
    if (token === undefined) return undefined;
    const known = this.known(headers);
    if (known !== undefined) return known;
    const { store, clock } = this.parts;
    const end = await store.sessionEnd(token);
    if (end === undefined || end <= clock()) return undefined;
    const [oldest] = this.remembered.keys();
    if (oldest !== undefined && this.remembered.size >= sessionsRemembered) this.remembered.delete(oldest);
    this.remembered.set(hashOfSecret(token), end);
    return visitor(token, end);
  }

  /** As `find`, as far as memory goes. */
  known(headers: IncomingHttpHeaders): StageVisitor | undefined {
    const token = tokenOf(headers);
    if (token === undefined) return undefined;
    const key = hashOfSecret(token);
    const end = this.remembered.get(key);
    if (end === undefined) return undefined;
    if (end > this.parts.clock()) return visitor(token, end);
    this.remembered.delete(key);
    return undefined;
  }

  /** Ends the session of these headers. Returns the `Set-Cookie` that takes the cookie away, if there was one. */
  async end(headers: IncomingHttpHeaders): Promise<string | undefined> {
    const token = tokenOf(headers);
    if (token === undefined) return undefined;
    await this.parts.store.endSession(token);
    this.remembered.delete(hashOfSecret(token));
    return writeCookie(stageCookie, '', { ...cookieOptions(this.parts.publicUrl), maxAgeMs: 0 });
  }
}

const visitor = (token: string, expiresAt: number): StageVisitor => ({
  id: `stage-${hashOfSecret(token).slice(0, 22)}`,
  expiresAt,
});

function tokenOf(headers: IncomingHttpHeaders): string | undefined {
  const token = readCookie(headers, stageCookie);
  return token !== undefined && secretPattern.test(token) ? token : undefined;
}
