/**
 * A login that was started at an identity provider and has not returned. Its state is in an encrypted cookie: started
 * logins need no storage, and a login can only be finished in the browser that started it.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { providerRoundTripMs } from '@foyer/contract';
import * as z from 'zod';
import { readCookie, hostCookieName, writeCookie } from '#platform/http/cookies';

const pendingLogin = z.object({
  /** 256 random bits: the `state` of OIDC, the RelayState and the request id of SAML. */
  id: z.string(),
  /** The id of the provider; no other provider can finish this login. */
  provider: z.string(),
  /** The path of this server to open after the login. */
  redirect: z.string(),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
  /** OIDC: the `nonce` that the ID token must repeat, and the PKCE verifier. */
  nonce: z.optional(z.string()),
  verifier: z.optional(z.string()),
});
export type PendingLogin = z.infer<typeof pendingLogin>;

/** Per browser; more cookies would make its requests too large. */
const maxPendingLogins = 3;
/** Sizes for AES-GCM. */
const nonceBytes = 12;
const tagBytes = 16;

export interface PendingLoginCookiesDeps {
  /** 32 bytes, the same on every node. */
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

  /** Returns `Set-Cookie` values: one creates the cookie of this login, the others delete the oldest beyond the limit. */
  async create(login: PendingLogin, headers: IncomingHttpHeaders): Promise<string[]> {
    const others = cookieNames(headers).filter((name) => name.startsWith(this.prefix));
    const surplus = others.slice(0, Math.max(0, others.length - maxPendingLogins + 1));
    const value = seal(JSON.stringify(login), await this.deps.key(), login.provider);
    return [
      ...surplus.map((name) => this.cookie(name, '', 0)),
      this.cookie(this.name(login.id), value, providerRoundTripMs),
    ];
  }

  /** The login that this browser started at this provider; undefined if there is none or it has expired. */
  async find(
    id: string,
    provider: string,
    headers: IncomingHttpHeaders,
    now: number,
  ): Promise<PendingLogin | undefined> {
    const sealed = readCookie(headers, this.name(id));
    const text = sealed && unseal(sealed, await this.deps.key(), provider);
    if (text === undefined || text === '') return undefined;
    const login = pendingLogin.parse(JSON.parse(text));
    return login.id === id && login.provider === provider && login.expiresAt > now ? login : undefined;
  }

  /** Returns the `Set-Cookie` value that deletes the cookie of a login. */
  clear(id: string): string {
    return this.cookie(this.name(id), '', 0);
  }

  /** The cookie's name contains part of the id, to distinguish the logins of one browser; it is not secret. */
  private name(id: string): string {
    return this.prefix + id.slice(0, 8).replaceAll(/[^\w-]/g, '');
  }

  private cookie(name: string, value: string, maxAgeMs: number): string {
    return writeCookie(name, value, { path: '/', maxAgeMs, secure: this.deps.secure });
  }
}

const cookieNames = ({ cookie = '' }: IncomingHttpHeaders): string[] =>
  cookie.split(';').map((pair) => pair.split('=', 1)[0]?.trim() ?? '');

/** Encrypts with AES-256-GCM. `context` is authenticated, not included; `unseal` needs the same value. */
function seal(text: string, key: Buffer, context: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Returns undefined if the value, the key or the context is not the right one. */
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
