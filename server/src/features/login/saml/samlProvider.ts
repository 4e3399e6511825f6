/** A company account over SAML: the request, the posted answer, and the browser that comes to fetch what came of it. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '#platform/clock';
import type { ExternalPerson } from '#platform/identity';
import { newSecret } from '#platform/secret';
import type { RedirectStore } from '../redirect/redirectStore.ts';
import { readAnswer } from './samlResponse.ts';
import { metadataOf, requestUrl, type ServiceProvider } from './nodeSaml.ts';
import { personOf } from './samlPerson.ts';
import type { SamlSettings } from './samlSettings.ts';
import { refused } from './plainXml.ts';

/** Between the provider's post and the browser's next request. */
const fetchMs = 120_000;
/** Of the 80 bytes that a RelayState may have, the trip takes 43. */
const markBytes = 16;

export interface SamlLoginParts {
  readonly settings: SamlSettings;
  readonly store: RedirectStore;
  readonly key: () => Promise<Buffer>;
  /** Without a slash at the end. */
  readonly publicUrl: string;
  readonly clock: Clock;
}

const said = z.object({
  provider: z.string(),
  subject: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.optional(z.string()),
  company: z.optional(z.string()),
  title: z.optional(z.string()),
});

export class SamlLogin {
  readonly id: string;
  readonly #parts: SamlLoginParts;
  readonly #service: ServiceProvider;

  constructor(parts: SamlLoginParts) {
    this.#parts = parts;
    const { id, entityId } = parts.settings;
    this.id = id;
    const base = `${parts.publicUrl}/auth/${id}`;
    this.#service = { entityId: entityId ?? `${base}/metadata`, acsUrl: `${base}/acs` };
  }

  /** What an administrator of the identity provider imports. */
  metadata(): string {
    return metadataOf(this.#parts.settings, this.#service);
  }

  async begin(tripId: string): Promise<{ url: string; remember: object }> {
    const relayState = `${tripId}.${await this.#mark(tripId)}`;
    const url = await requestUrl(this.#parts.settings, this.#service, {
      requestId: requestIdOf(tripId),
      relayState,
    });
    return { url, remember: {} };
  }

  /** The trip that a RelayState of ours belongs to; undefined for any other: then not a byte of the answer is parsed. */
  async tripOf(relayState: string): Promise<string | undefined> {
    const [tripId = '', mark = '', ...more] = relayState.split('.');
    const expected = Buffer.from(await this.#mark(tripId));
    const found = Buffer.from(mark);
    const ours = more.length === 0 && found.length === expected.length && timingSafeEqual(found, expected);
    return ours ? tripId : undefined;
  }

  /**
   * Takes a posted answer. Returns the code with which the browser that began the trip gets in; nobody else does.
   * Throws a `LoginFailure` for whatever is not an answer to this trip that a certificate of the settings vouches for.
   */
  async accept(answer: string, tripId: string): Promise<string> {
    const { settings, store, clock } = this.#parts;
    const now = clock();
    const expected = { settings, service: this.#service, requestId: requestIdOf(tripId), now };
    const assertion = await readAnswer(answer, expected);
    const person = personOf(settings, assertion);
    if (!(await store.used.use('assertion', [this.id, assertion.id], now, assertion.expiresAt)))
      throw refused('this assertion was used before');
    if (!(await store.used.use('trip', [this.id, tripId], now, assertion.expiresAt)))
      throw refused('this request was answered before');
    const code = newSecret();
    const row = { provider: this.id, tripId, said: JSON.stringify(person), expiresAt: now + fetchMs };
    await store.keepSaid(code, row, now);
    return code;
  }

  /** Who a code speaks of, once, and for the trip it was made for. Throws a `LoginFailure`. */
  async take(code: string, tripId: string): Promise<ExternalPerson> {
    const { store, clock } = this.#parts;
    const row = await store.takeSaid(code, this.id, clock());
    if (row?.tripId !== tripId) throw refused('this code was used, is too old, or belongs to another login');
    return said.parse(JSON.parse(row.said));
  }

  /** Shows that this server gave a trip away; it need not be remembered for that. */
  async #mark(tripId: string): Promise<string> {
    const mac = createHmac('sha256', await this.#parts.key()).update(
      JSON.stringify(['relay', this.id, tripId]),
    );
    return mac.digest().subarray(0, markBytes).toString('base64url');
  }
}

/** An XML id begins with no digit. */
const requestIdOf = (tripId: string): string => `_${tripId}`;
