/** An OpenID provider that violates the protocol as configured, which a real one cannot do. */
import { createHash, randomUUID, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { closeServer } from './close.ts';
import { formOf } from './oidc.ts';
import { rsaKeys } from './rsaKeys.ts';

export type EvilEndpoint = 'discovery' | 'jwks' | 'authorize' | 'token' | 'userinfo';

/** Deviations from a correct provider. */
export interface OidcDeviations {
  /** Overrides fields of the discovery document. */
  readonly discovery?: Readonly<Record<string, unknown>>;
  /** Overrides claims of the ID token; undefined removes a claim. */
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly userInfo?: Readonly<Record<string, unknown>>;
  /** The signature of the ID token: correct, none, HMAC with the public key, another key, or cut off. */
  readonly signature?: 'honest' | 'none' | 'publicKeyAsSecret' | 'otherKey' | 'cutOff';
  /** Overrides parameters of the redirect back; undefined removes a parameter. */
  readonly back?: Readonly<Record<string, string | undefined>>;
  /** Overrides fields of the token response. */
  readonly token?: Readonly<Record<string, unknown>>;
  /** Endpoints that never respond, and endpoints that respond with 500. */
  readonly silent?: readonly EvilEndpoint[];
  readonly broken?: readonly EvilEndpoint[];
}

export interface EvilOidc {
  readonly issuer: string;
  deviations: OidcDeviations;
  /** The requests to the token endpoint. */
  readonly exchanged: URLSearchParams[];
  stop(): Promise<void>;
}

interface AuthorizationRequest {
  readonly nonce: string;
  readonly challenge: string;
  readonly clientId: string;
}

export async function startEvilOidc(): Promise<EvilOidc> {
  const server = createServer((request, response) => void evil.respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const evil = new Evil(issuer);
  return Object.assign(evil, { stop: () => closeServer(server) });
}

class Evil {
  readonly issuer: string;
  deviations: OidcDeviations = {};
  readonly exchanged: URLSearchParams[] = [];
  private readonly keys = rsaKeys('hostile OpenID provider');
  private readonly otherKeys = rsaKeys('another OpenID provider');
  private readonly codes = new Map<string, AuthorizationRequest>();

  constructor(issuer: string) {
    this.issuer = issuer;
  }

  async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer);
    const endpoint = endpoints[url.pathname];
    if (endpoint === undefined) return void response.writeHead(404).end();
    if (this.deviations.silent?.includes(endpoint)) return;
    if (this.deviations.broken?.includes(endpoint)) return void response.writeHead(500).end();
    if (endpoint === 'authorize') return this.authorize(url.searchParams, response);
    const form = request.method === 'POST' ? await formOf(request) : new URLSearchParams();
    const body = await this.responseBody(endpoint, form);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private async responseBody(
    endpoint: Exclude<EvilEndpoint, 'authorize'>,
    form: URLSearchParams,
  ): Promise<unknown> {
    if (endpoint === 'discovery') return { ...this.discoveryDocument(), ...this.deviations.discovery };
    if (endpoint === 'jwks')
      return { keys: [{ ...(await exportJWK(this.keys.publicKey)), kid: 'key', use: 'sig' }] };
    if (endpoint === 'userinfo') return { sub: 'evil-1', ...this.deviations.userInfo };
    this.exchanged.push(form);
    const authorization = this.codes.get(form.get('code') ?? '');
    if (
      authorization === undefined ||
      challengeOf(form.get('code_verifier') ?? '') !== authorization.challenge
    )
      return { error: 'invalid_grant' };
    const idToken = await this.idToken(authorization);
    return {
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 600,
      id_token: idToken,
      ...this.deviations.token,
    };
  }

  private discoveryDocument(): Record<string, unknown> {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  /** Redirects back immediately without asking for a login. */
  private authorize(query: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID();
    this.codes.set(code, {
      nonce: query.get('nonce') ?? '',
      challenge: query.get('code_challenge') ?? '',
      clientId: query.get('client_id') ?? '',
    });
    const back = new URL(query.get('redirect_uri') ?? '');
    const parameters = { code, state: query.get('state') ?? '', iss: this.issuer, ...this.deviations.back };
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) back.searchParams.set(name, value);
    }
    response.writeHead(303, { location: back.href }).end();
  }

  private async idToken({ nonce, clientId }: AuthorizationRequest): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const claims: JWTPayload = {
      iss: this.issuer,
      sub: 'evil-1',
      aud: clientId,
      iat: now,
      exp: now + 600,
      nonce,
      email: 'eve@evil.example',
      email_verified: true,
      name: 'Eve Evil',
      ...this.deviations.claims,
    };
    const signed = (key: KeyObject | Uint8Array, alg: string) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid: 'key' }).sign(key);
    const { signature = 'honest' } = this.deviations;
    if (signature === 'none') return new UnsecuredJWT(claims).encode();
    if (signature === 'otherKey') return signed(this.otherKeys.privateKey, 'RS256');
    if (signature === 'publicKeyAsSecret') {
      const pem = this.keys.publicKey.export({ type: 'spki', format: 'pem' });
      return signed(Buffer.from(pem), 'HS256');
    }
    const whole = await signed(this.keys.privateKey, 'RS256');
    return signature === 'cutOff' ? whole.slice(0, whole.lastIndexOf('.') + 1) : whole;
  }
}

const endpoints: Readonly<Record<string, EvilEndpoint>> = {
  '/.well-known/openid-configuration': 'discovery',
  '/jwks': 'jwks',
  '/authorize': 'authorize',
  '/token': 'token',
  '/userinfo': 'userinfo',
};

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
