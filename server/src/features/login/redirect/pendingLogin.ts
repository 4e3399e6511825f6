/**
 * The way to an identity provider and back. What has to be remembered meanwhile travels in a sealed cookie, so that
 * whoever only starts logins fills no table, and a way back opens a session in the browser that set out alone.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { providerRoundTripMs } from '@foyer/contract';
import * as z from 'zod';
import { readCookie, hostCookieName, writeCookie } from '#platform/http/cookies';

const pendingLogin = z.object({
  /** 256 random bits: the `state` of OIDC, the RelayState and the request id of SAML. */
  id: z.string(),
  /** The provider that may end this trip, and no other. */
  provider: z.string(),
  /** A path of ours. */
  redirect: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  /** OIDC: the `nonce` that the ID token must repeat, and the PKCE verifier. */
  nonce: z.optional(z.string()),
  verifier: z.optional(z.string()),
});
export type PendingLogin = z.infer<typeof pendingLogin>;

/** Trips of one browser at a time: more would fill its requests with cookies. */
const maxPendingLogins = 3;
const nonceBytes = 12;
const tagBytes = 16;

export interface PendingLoginCookiesDeps {
  /** 32 bytes that every node has. */
  readonly key: () => Promise<Buffer>;
  readonly secure: boolean;
}

export class PendingLoginCookies {
  private readonly deps: PendingLoginCookiesDeps;
  private readonly prefix: string;

  constructor(deps: PendingLoginCookiesDeps) {
    this.deps = deps;
    this.prefix = hostCookieName('foyer_trip_', deps.secure);
  }

  /** Values of `Set-Cookie`: this trip's cookie, and the end of those that would be too many. */
  async create(started: PendingLogin, headers: IncomingHttpHeaders): Promise<string[]> {
    const others = cookieNames(headers).filter((name) => name.startsWith(this.prefix));
    const surplus = others.slice(0, Math.max(0, others.length - maxPendingLogins + 1));
    const value = seal(JSON.stringify(started), await this.deps.key(), started.provider);
    return [
      ...surplus.map((name) => this.cookie(name, '', 0)),
      this.cookie(this.name(started.id), value, providerRoundTripMs),
    ];
  }

  /** The trip that this browser began with this provider; undefined where there is none, or where it took too long. */
  async find(
    id: string,
    provider: string,
    headers: IncomingHttpHeaders,
    now: number,
  ): Promise<PendingLogin | undefined> {
    const sealed = readCookie(headers, this.name(id));
    const text = sealed && unseal(sealed, await this.deps.key(), provider);
    if (text === undefined || text === '') return undefined;
    const opened = pendingLogin.parse(JSON.parse(text));
    return opened.id === id && opened.provider === provider && opened.expiresAt > now ? opened : undefined;
  }

  /** The value of `Set-Cookie` that forgets a trip. */
  clear(id: string): string {
    return this.cookie(this.name(id), '', 0);
  }

  /** The name tells trips of one browser apart and is no secret. */
  private name(id: string): string {
    return this.prefix + id.slice(0, 8).replaceAll(/[^\w-]/g, '');
  }

  private cookie(name: string, value: string, maxAgeMs: number): string {
    return writeCookie(name, value, { path: '/', maxAgeMs, secure: this.deps.secure });
  }
}

const cookieNames = ({ cookie = '' }: IncomingHttpHeaders): string[] =>
  cookie.split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '');

/** AES-256-GCM; `context` is not inside, and has to be the same to open it. */
function seal(text: string, key: Buffer, context: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function unseal(value: string, key: Buffer, context: string): string | undefined {
  const bytes = Buffer.from(value, 'base64url');
  if (bytes.length <= nonceBytes + tagBytes) return undefined;
  const opener = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return opener.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') + opener.final('utf8');
  } catch {
    return undefined;
  }
}
