/** Looks up Bizzabo registrations by registration number and email. */
import { hash } from 'node:crypto';
import * as z from 'zod';
import type { BizzaboSettings } from './bizzaboSettings.ts';
import type { VendorTicket } from './vendorTicket.ts';
import { VendorClient, type VendorClientOptions } from './vendorClient.ts';
import { VendorError } from './vendorError.ts';

const pageSize = 100;
/** A user has only a few tickets. */
const maxPages = 5;

const value = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.record(z.string(), z.unknown()),
]);
const registration = z.object({
  id: z.union([z.number(), z.string()]),
  orderId: z.nullish(z.union([z.number(), z.string()])),
  validity: z.nullish(z.string()),
  properties: z._default(z.record(z.string(), value), {}),
});
type Registration = z.infer<typeof registration>;
const registrations = z.object({
  content: z.array(registration),
  page: z.nullish(z.object({ totalPages: z.optional(z.number()) })),
});

export class Bizzabo {
  private readonly settings: BizzaboSettings;
  private readonly client: VendorClient;

  constructor(
    settings: BizzaboSettings,
    deps: Pick<VendorClientOptions, 'clock' | 'monotonicClock' | 'pause'>,
  ) {
    this.settings = settings;
    const { apiKey, client, patience } = settings;
    this.client = new VendorClient({
      ...deps,
      patience,
      ...(apiKey === undefined ? {} : { fixedToken: apiKey }),
      ...(client === undefined ? {} : { tokenRequest: tokenRequest(client) }),
    });
  }

  /** Throws a `VendorError`. Always searches by number and by email, so that a guess takes as long as a correct number. */
  async findTicket(number: number, email: string): Promise<VendorTicket> {
    const signal = this.client.createDeadline();
    const [byNumber, byEmail] = await Promise.all([
      this.settings.numberField === 'id' ? this.findByNumber(number, signal) : undefined,
      this.findByEmail(email, signal),
    ]);
    const all = byNumber === undefined ? byEmail : [byNumber, ...byEmail];
    const found = all.filter(
      (row) => this.numberOf(row) === String(number) && isSameEmail(emailOf(row), email),
    );
    const valid = found.find(({ validity }) => validity === 'valid');
    if (valid === undefined) return { kind: found.length === 0 ? 'notFound' : 'inactive' };
    return toVendorTicket(valid);
  }

  private findByNumber(number: number, signal: AbortSignal): Promise<Registration | undefined> {
    return this.client.get(`${this.registrationsUrl}/${number}`, registration, signal);
  }

  private async findByEmail(email: string, signal: AbortSignal): Promise<Registration[]> {
    const rows: Registration[] = [];
    // The equals sign within the filter has to stay encoded.
    const filter = `properties.email%3D${encodeURIComponent(email)}`;
    for (let page = 0; page < maxPages; page++) {
      const query = `page=${page}&size=${pageSize}&filter=${filter}&sort=created,desc`;
      const response = await this.client.get(`${this.registrationsUrl}?${query}`, registrations, signal);
      if (response === undefined) throw new VendorError('setup', `no event ${this.settings.eventId}`);
      rows.push(...response.content);
      if (page + 1 >= (response.page?.totalPages ?? 1)) break;
    }
    return rows;
  }

  private get registrationsUrl(): string {
    return `${this.settings.baseUrl}/events/${this.settings.eventId}/registrations`;
  }

  private numberOf(row: Registration): string {
    const { numberField } = this.settings;
    const found =
      numberField === 'id' || numberField === 'orderId' ? row[numberField] : row.properties[numberField];
    return typeof found === 'string' || typeof found === 'number' ? String(found) : '';
  }
}

const tokenRequest = (client: NonNullable<BizzaboSettings['client']>) => ({
  method: 'POST' as const,
  url: client.tokenUrl,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    grant_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.clientSecret,
    account_id: client.accountId,
    audience: client.audience,
  }),
});

const textOf = (row: Registration, name: string): string => {
  const found = row.properties[name];
  return typeof found === 'string' ? found : '';
};
const emailOf = (row: Registration): string => textOf(row, 'email');

function withoutPlus(email: string): string {
  const [name = '', ...domain] = email.split('@');
  return [domain.length === 0 ? name : name.split('+')[0], ...domain].join('@');
}

function isSameEmail(registered: string, given: string): boolean {
  const [a, b] = [registered.trim().toLowerCase(), given.trim().toLowerCase()];
  return a !== '' && (a === b || withoutPlus(a) === withoutPlus(b));
}

/** Identifies users by their email: all tickets of one email belong to one user. */
const toVendorTicket = (row: Registration): VendorTicket => ({
  kind: 'valid',
  subject: hash('sha256', emailOf(row).trim().toLowerCase(), 'base64url'),
  email: emailOf(row),
  name: [textOf(row, 'firstName'), textOf(row, 'lastName')].filter(Boolean).join(' '),
  company: textOf(row, 'company'),
  title: textOf(row, 'title'),
});
