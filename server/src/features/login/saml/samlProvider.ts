/** Login with SAML: the request, the posted response, and the one-time code with which the browser gets its session. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '#platform/clock';
import type { ExternalUser } from '#platform/identity';
import { createSecret } from '#platform/secret';
import type { RedirectStore } from '../redirect/redirectStore.ts';
import { readResponse } from './samlResponse.ts';
import { buildMetadata, buildRequestUrl, type ServiceProvider } from './nodeSaml.ts';
import { userFromAssertion } from './samlUser.ts';
import type { SamlSettings } from './samlSettings.ts';
import { invalidResponse } from './plainXml.ts';

/** Time between the provider's post and the browser's next request. */
const codeLifetimeMs = 120_000;
/** A RelayState has at most 80 bytes; the login id takes 43 of them. */
const macBytes = 16;

export interface SamlProviderDeps {
  readonly settings: SamlSettings;
  readonly store: RedirectStore;
  /** Signs the RelayState. */
  readonly key: () => Promise<Buffer>;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly clock: Clock;
}

const storedUser = z.object({
  provider: z.string(),
  subject: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.optional(z.string()),
  company: z.optional(z.string()),
  title: z.optional(z.string()),
});

export class SamlProvider {
  readonly id: string;
  private readonly deps: SamlProviderDeps;
  private readonly service: ServiceProvider;

  constructor(deps: SamlProviderDeps) {
    this.deps = deps;
    const { id, entityId } = deps.settings;
    this.id = id;
    const base = `${deps.publicUrl}/auth/${id}`;
    this.service = { entityId: entityId ?? `${base}/metadata`, acsUrl: `${base}/acs` };
  }

  /** Metadata of this server, for the administrator of the identity provider. */
  metadata(): string {
    return buildMetadata(this.deps.settings, this.service);
  }

  /** Returns the URL of the identity provider with the request. */
  async start(loginId: string): Promise<{ url: string; secrets: Record<string, never> }> {
    const relayState = `${loginId}.${await this.relayStateMac(loginId)}`;
    const url = await buildRequestUrl(this.deps.settings, this.service, {
      requestId: toRequestId(loginId),
      relayState,
    });
    return { url, secrets: {} };
  }

  /** Returns the login id of a RelayState of this server. Otherwise undefined: the response must not be parsed then. */
  async verifyRelayState(relayState: string): Promise<string | undefined> {
    const [loginId = '', mac = '', ...more] = relayState.split('.');
    const expected = Buffer.from(await this.relayStateMac(loginId));
    const found = Buffer.from(mac);
    const isValid = more.length === 0 && found.length === expected.length && timingSafeEqual(found, expected);
    return isValid ? loginId : undefined;
  }

  /**
   * Verifies a posted response. Returns a one-time code, which only the browser that started the login can redeem.
   * Throws a `RedirectLoginError` if the response is not a validly signed response to this login.
   */
  async acceptResponse(response: string, loginId: string): Promise<string> {
    const { settings, store, clock } = this.deps;
    const now = clock();
    const expected = { settings, service: this.service, requestId: toRequestId(loginId), now };
    const assertion = await readResponse(response, expected);
    const user = userFromAssertion(settings, assertion);
    if (!(await store.used.claim('assertion', [this.id, assertion.id], assertion.expiresAt)))
      throw invalidResponse('this assertion was used before');
    if (!(await store.used.claim('redirect', [this.id, loginId], assertion.expiresAt)))
      throw invalidResponse('this request was answered before');
    const code = createSecret();
    const row = {
      provider: this.id,
      loginId,
      externalUser: JSON.stringify(user),
      expiresAt: now + codeLifetimeMs,
    };
    await store.saveOutcome(code, row);
    return code;
  }

  /** Returns the user for a code, once, and only for the login it was issued for. Throws a `RedirectLoginError`. */
  async redeemCode(code: string, loginId: string): Promise<ExternalUser> {
    const { store, clock } = this.deps;
    const row = await store.consumeOutcome(code, this.id, clock());
    if (row?.loginId !== loginId)
      throw invalidResponse('this code was used before, has expired or belongs to another login');
    return storedUser.parse(JSON.parse(row.externalUser));
  }

  /** Proves that this server issued the login id, without storing it. */
  private async relayStateMac(loginId: string): Promise<string> {
    const mac = createHmac('sha256', await this.deps.key()).update(
      JSON.stringify(['relay', this.id, loginId]),
    );
    return mac.digest().subarray(0, macBytes).toString('base64url');
  }
}

/** An XML id must not begin with a digit. */
const toRequestId = (loginId: string): string => `_${loginId}`;
