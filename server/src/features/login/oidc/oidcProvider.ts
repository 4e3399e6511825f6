/** Login with OpenID Connect: authorization code flow with PKCE, with all optional checks enabled. */
import * as client from 'openid-client';
import type { Clock } from '#platform/clock';
import type { ExternalUser } from '#platform/identity';
import { checkIdToken, oidcAlgorithms } from './idToken.ts';
import { userFromClaims } from './oidcUser.ts';
import type { OidcSettings } from './oidcSettings.ts';
import { RedirectLoginError } from '../redirect/redirectLoginError.ts';
import type { PendingLogin } from '../redirect/pendingLogin.ts';

/** How long a provider's metadata is cached. */
const discoveryCacheMs = 3_600_000;

export interface OidcProviderDeps {
  readonly settings: OidcSettings;
  /** The redirect URI. */
  readonly callbackUrl: string;
  readonly clock: Clock;
}

export class OidcProvider {
  readonly kind = 'oidc';
  readonly id: string;
  private readonly deps: OidcProviderDeps;
  private discovered: { at: number; configuration: Promise<client.Configuration> } | undefined;

  constructor(deps: OidcProviderDeps) {
    this.deps = deps;
    this.id = deps.settings.id;
  }

  /** Returns the authorization URL, and the secrets that `finish` needs. */
  async start(state: string): Promise<{ url: string; secrets: Pick<PendingLogin, 'nonce' | 'verifier'> }> {
    const { settings, callbackUrl } = this.deps;
    const nonce = client.randomNonce();
    const verifier = client.randomPKCECodeVerifier();
    return wrapErrors(async () => {
      const url = client.buildAuthorizationUrl(await this.configuration(), {
        ...omitUndefined(settings.parameters),
        redirect_uri: callbackUrl,
        scope: settings.scope,
        response_type: 'code',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, secrets: { nonce, verifier } };
    });
  }

  /** Returns the authenticated user. `query` is the query of the callback. Throws a `RedirectLoginError`. */
  async finish(login: PendingLogin, query: URLSearchParams): Promise<ExternalUser> {
    const { settings, callbackUrl, clock } = this.deps;
    const { nonce, verifier } = login;
    if (nonce === undefined || verifier === undefined)
      throw new Error('the pending OIDC login has no nonce or verifier');
    return wrapErrors(async () => {
      const configuration = await this.configuration();
      const url = new URL(callbackUrl);
      url.search = query.toString();
      const tokens = await client.authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: verifier,
        expectedState: login.id,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined || tokens.id_token === undefined)
        throw new RedirectLoginError('loginError', 'the provider sent no ID token');
      checkIdToken(tokens.id_token, claims, tokens.access_token, clock());
      return userFromClaims(settings, claims, async () => {
        if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
        return client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      });
    });
  }

  private configuration(): Promise<client.Configuration> {
    const now = this.deps.clock();
    if (this.discovered !== undefined && now - this.discovered.at < discoveryCacheMs)
      return this.discovered.configuration;
    const configuration = this.discover();
    const discovered = { at: now, configuration };
    this.discovered = discovered;
    // A failed discovery is not cached: the next login tries again.
    configuration.catch(() => {
      if (this.discovered === discovered) this.discovered = undefined;
    });
    return configuration;
  }

  private async discover(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret, patience } = this.deps.settings;
    const insecure = issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
    const timeout = patience.totalMs / 1_000;
    const found = await client.discovery(new URL(issuer), clientId, undefined, client.None(), {
      timeout,
      execute: insecure,
    });
    const metadata: client.ServerMetadata = { ...found.serverMetadata() };
    // The library normalizes URLs and makes exceptions; the issuer must be identical.
    if (metadata.issuer !== issuer)
      throw new RedirectLoginError(
        'loginError',
        `the provider's issuer is ${JSON.stringify(metadata.issuer)}, not the configured one`,
      );
    const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256'];
    const configuration = new client.Configuration(
      {
        ...metadata,
        id_token_signing_alg_values_supported: offered.filter((name) => oidcAlgorithms.has(name)),
      },
      clientId,
      undefined,
      clientAuthentication(metadata, clientSecret),
    );
    configuration.timeout = timeout;
    for (const extension of insecure) extension(configuration);
    // Without this the signature of an ID token from the token endpoint is not verified.
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  }
}

function clientAuthentication(
  metadata: client.ServerMetadata,
  clientSecret: string | undefined,
): client.ClientAuth {
  if (clientSecret === undefined) return client.None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_post')
    ? client.ClientSecretPost(clientSecret)
    : client.ClientSecretBasic(clientSecret);
}

const omitUndefined = (given: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined));

/** Turns any error of the provider or the library into a `RedirectLoginError`, whose message has no tokens. */
async function wrapErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RedirectLoginError) throw error;
    if (error instanceof client.AuthorizationResponseError) {
      const code = error.error === 'access_denied' ? 'loginAborted' : 'loginError';
      throw new RedirectLoginError(code, `the provider responded with ${error.error.slice(0, 100)}`, {
        cause: error,
      });
    }
    throw new RedirectLoginError('loginError', describeError(error), { cause: error });
  }
}

/** Messages and codes of an error and its causes. Other properties are omitted: they may contain tokens. */
function describeError(error: unknown): string {
  const messages: string[] = [];
  for (let at = error; at instanceof Error && messages.length < 4; at = at.cause) {
    const { code } = at as { code?: unknown };
    messages.push(typeof code === 'string' ? `${at.message} (${code})` : at.message);
  }
  return messages.join(': ').slice(0, 500);
}
