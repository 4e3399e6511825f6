/** An OpenID provider with a page to choose a user, over http on 127.0.0.1. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import Provider, { type AdapterFactory } from 'oidc-provider';
import { closeServer } from './close.ts';
import { choosePage, providerPeople, type Company } from './people.ts';
import { rsaKeys } from './rsaKeys.ts';

/** The provider's default adapter. Setting it explicitly avoids a warning; its type definitions omit it. */
const { createMemoryAdapter } = createRequire(import.meta.url)(
  'oidc-provider/lib/adapters/memory_adapter.js',
) as { createMemoryAdapter: () => AdapterFactory };

export interface OidcStandIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Sets the allowed redirect URL. Logins fail before. */
  trust(callbackUrl: string): void;
  stop(): Promise<void>;
}

export interface OidcOptions extends Company {
  /** 0 or absent: a free port. */
  readonly port?: number;
  /** The host in its URLs. To a browser, `localhost` is another site than 127.0.0.1. */
  readonly host?: 'localhost' | '127.0.0.1';
  /** Whether the ID token contains the email, not only the user info. */
  readonly fullIdToken?: boolean;
}

const clientId = 'foyer';
const clientSecret = 'the-secret-of-foyer-at-the-stand-in';

export async function startOidc(options: OidcOptions = {}): Promise<OidcStandIn> {
  let handleRequest: RequestListener = (_request, response) => void response.writeHead(503).end();
  const key = signingKey();
  const server = createServer((request, response) => handleRequest(request, response));
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://${options.host ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    clientId,
    clientSecret,
    trust: (callbackUrl) => {
      handleRequest = listener({
        issuer,
        callbackUrl,
        key,
        fullIdToken: options.fullIdToken ?? true,
        company: options,
      });
    },
    stop: () => closeServer(server),
  };
}

interface ListenerDeps {
  readonly issuer: string;
  readonly callbackUrl: string;
  readonly key: ReturnType<typeof signingKey>;
  readonly fullIdToken: boolean;
  readonly company: Company;
}

function listener({ issuer, callbackUrl, key, fullIdToken, company }: ListenerDeps): RequestListener {
  const { people = providerPeople } = company;
  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [callbackUrl],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'company', 'job'] },
    conformIdTokenClaims: !fullIdToken,
    jwks: { keys: [key] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    interactions: { url: (_context, { uid }) => `/choose/${uid}` },
    findAccount: (_context, id) => {
      const person = people.find((known) => known.id === id);
      if (person === undefined) return undefined;
      const { email, emailVerified, name, company, title } = person;
      const claims = { sub: id, email, email_verified: emailVerified, name, company, job: title };
      return { accountId: id, claims: () => claims };
    },
    // Choosing a user counts as consent.
    loadExistingGrant: async ({ oidc }) => {
      const accountId = oidc.session?.accountId;
      if (accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId, accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const protocol = provider.callback();
  return (request, response) => {
    if (request.url?.startsWith('/choose/')) void choose(provider, company, request, response);
    else void protocol(request, response);
  };
}

/** The private key of the stand-ins. */
const signingKey = () => ({
  ...rsaKeys('OpenID provider').privateKey.export({ format: 'jwk' }),
  kid: 'key',
  alg: 'RS256',
  use: 'sig',
});

async function choose(
  provider: Provider,
  company: Company,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(choosePage(company, request.url ?? ''));
    return;
  }
  const person = (await formOf(request)).get('person') ?? '';
  const chosen =
    person === '' ? { error: 'access_denied' } : { login: { accountId: person, remember: false } };
  await provider.interactionFinished(request, response, chosen);
}

/** The fields of a posted form. */
export async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}
