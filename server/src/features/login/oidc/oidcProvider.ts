/** A company account over OpenID Connect: authorization code with PKCE, every check on the way back switched on. */
import * as client from 'openid-client';
import type { Clock } from '#platform/clock';
import type { ExternalPerson } from '#platform/identity';
import { checkIdToken, oidcAlgorithms } from './idToken.ts';
import { personFromClaims } from './oidcPerson.ts';
import type { OidcSettings } from './oidcSettings.ts';
import { RedirectLoginError } from '../redirect/loginFailure.ts';
import type { PendingLogin } from '../redirect/pendingLogin.ts';

/** What a provider says about itself is asked again after so long. */
const discoveryCacheMs = 3_600_000;

export interface OidcProviderDeps {
  readonly settings: OidcSettings;
  /** Where the provider sends people back to. */
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

  /** The address to send the browser to, and what the trip has to remember. */
  async start(state: string): Promise<{ url: string; remember: Pick<PendingLogin, 'nonce' | 'verifier'> }> {
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
      return { url: url.href, remember: { nonce, verifier } };
    });
  }

  /** Who came back. Throws a `RedirectLoginError`. `query` is that of the address the browser came back to. */
  async finish(trip: PendingLogin, query: URLSearchParams): Promise<ExternalPerson> {
    const { settings, callbackUrl, clock } = this.deps;
    const { nonce, verifier } = trip;
    if (nonce === undefined || verifier === undefined) throw new Error('the trip of an OIDC login is whole');
    return wrapErrors(async () => {
      const configuration = await this.configuration();
      const address = new URL(callbackUrl);
      address.search = query.toString();
      const tokens = await client.authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: verifier,
        expectedState: trip.id,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined || tokens.id_token === undefined)
        throw new RedirectLoginError('loginError', 'there is no ID token');
      checkIdToken(tokens.id_token, claims, tokens.access_token, clock());
      return personFromClaims(settings, claims, async () => {
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
    const known = { at: now, configuration };
    this.discovered = known;
    // What failed is asked again by the next login.
    configuration.catch(() => {
      if (this.discovered === known) this.discovered = undefined;
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
    // The library compares addresses, and makes exceptions; an issuer is compared to the letter.
    if (metadata.issuer !== issuer)
      throw new RedirectLoginError(
        'loginError',
        `the provider calls itself ${JSON.stringify(metadata.issuer)}`,
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
    // Without this the signature of an ID token from the token endpoint would not be looked at.
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

/** Whatever a provider or the library throws is a login that failed; the reason says no more than its codes. */
async function wrapErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof RedirectLoginError) throw fault;
    if (fault instanceof client.AuthorizationResponseError) {
      const told = fault.error === 'access_denied' ? 'loginAborted' : 'loginError';
      throw new RedirectLoginError(told, `the provider says ${fault.error.slice(0, 100)}`, { cause: fault });
    }
    throw new RedirectLoginError('loginError', describeError(fault), { cause: fault });
  }
}

/** Messages of a fault and of what caused it; what they carry besides may be a token. */
function describeError(fault: unknown): string {
  const words: string[] = [];
  for (let at = fault; at instanceof Error && words.length < 4; at = at.cause) {
    const { code } = at as { code?: unknown };
    words.push(typeof code === 'string' ? `${at.message} (${code})` : at.message);
  }
  return words.join(': ').slice(0, 500);
}
