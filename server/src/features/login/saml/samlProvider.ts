/** A company account over SAML: the request, the posted answer, and the browser that comes to fetch what came of it. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '#platform/clock';
import type { ExternalPerson } from '#platform/identity';
import { newSecret } from '#platform/secret';
import type { RedirectStore } from '../redirect/redirectStore.ts';
import { readResponse } from './samlResponse.ts';
import { buildMetadata, buildRequestUrl, type ServiceProvider } from './nodeSaml.ts';
import { personFromAssertion } from './samlPerson.ts';
import type { SamlSettings } from './samlSettings.ts';
import { invalidResponse } from './plainXml.ts';

/** Between the provider's post and the browser's next request. */
const codeLifetimeMs = 120_000;
/** Of the 80 bytes that a RelayState may have, the trip takes 43. */
const macBytes = 16;

export interface SamlProviderDeps {
  readonly settings: SamlSettings;
  readonly store: RedirectStore;
  readonly key: () => Promise<Buffer>;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly clock: Clock;
}

const storedPerson = z.object({
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

  /** What an administrator of the identity provider imports. */
  metadata(): string {
    return buildMetadata(this.deps.settings, this.service);
  }

  async start(tripId: string): Promise<{ url: string; remember: object }> {
    const relayState = `${tripId}.${await this.mark(tripId)}`;
    const url = await buildRequestUrl(this.deps.settings, this.service, {
      requestId: toRequestId(tripId),
      relayState,
    });
    return { url, remember: {} };
  }

  /** The trip that a RelayState of ours belongs to; undefined for any other: then not a byte of the answer is parsed. */
  async verifyRelayState(relayState: string): Promise<string | undefined> {
    const [tripId = '', relayStateMac = '', ...more] = relayState.split('.');
    const expected = Buffer.from(await this.mark(tripId));
    const found = Buffer.from(relayStateMac);
    const ours = more.length === 0 && found.length === expected.length && timingSafeEqual(found, expected);
    return ours ? tripId : undefined;
  }

  /**
   * Takes a posted answer. Returns the code with which the browser that began the trip gets in; nobody else does.
   * Throws a `RedirectLoginError` for whatever is not an answer to this trip that a certificate of the settings vouches for.
   */
  async acceptResponse(answer: string, tripId: string): Promise<string> {
    const { settings, store, clock } = this.deps;
    const now = clock();
    const expected = { settings, service: this.service, requestId: toRequestId(tripId), now };
    const assertion = await readResponse(answer, expected);
    const person = personFromAssertion(settings, assertion);
    if (!(await store.used.use('assertion', [this.id, assertion.id], now, assertion.expiresAt)))
      throw invalidResponse('this assertion was used before');
    if (!(await store.used.use('trip', [this.id, tripId], now, assertion.expiresAt)))
      throw invalidResponse('this request was answered before');
    const code = newSecret();
    const row = { provider: this.id, tripId, said: JSON.stringify(person), expiresAt: now + codeLifetimeMs };
    await store.savePerson(code, row, now);
    return code;
  }

  /** Who a code speaks of, once, and for the trip it was made for. Throws a `RedirectLoginError`. */
  async redeemCode(code: string, tripId: string): Promise<ExternalPerson> {
    const { store, clock } = this.deps;
    const row = await store.consumePerson(code, this.id, clock());
    if (row?.tripId !== tripId)
      throw invalidResponse('this code was used, is too old, or belongs to another login');
    return storedPerson.parse(JSON.parse(row.said));
  }

  /** Shows that this server gave a trip away; it need not be remembered for that. */
  private async mark(tripId: string): Promise<string> {
    const mac = createHmac('sha256', await this.deps.key()).update(
      JSON.stringify(['relay', this.id, tripId]),
    );
    return mac.digest().subarray(0, macBytes).toString('base64url');
  }
}

/** An XML id begins with no digit. */
const toRequestId = (tripId: string): string => `_${tripId}`;
