/** Looks up Cvent attendees by their confirmation number. */
import * as z from 'zod';
import type { CventSettings } from './cventSettings.ts';
import type { VendorTicket } from './vendorTicket.ts';
import { VendorClient, type VendorClientOptions } from './vendorClient.ts';
import { VendorError } from './vendorError.ts';

const pageSize = 200;
/** A number has one attendee and a few guests; more pages are not a sensible result. */
const maxPages = 20;
const text = z.nullish(z.string());

const attendee = z.object({
  id: z.string(),
  confirmationNumber: text,
  status: text,
  guest: z.nullish(z.boolean()),
  deletedGuest: z.nullish(z.boolean()),
  event: z.nullish(z.object({ id: text })),
  contact: z.nullish(
    z.object({
      id: text,
      firstName: text,
      lastName: text,
      email: text,
      company: text,
      title: text,
      deleted: z.nullish(z.boolean()),
    }),
  ),
});
type Attendee = z.infer<typeof attendee>;
const listOf = <T extends z.ZodType>(item: T) =>
  z.object({ paging: z.nullish(z.object({ nextToken: text })), data: z.array(item) });
const attendees = listOf(attendee);
const events = listOf(z.object({ id: z.string(), code: text }));

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export class Cvent {
  private readonly settings: CventSettings;
  private readonly client: VendorClient;
  /** Event ids by event code. */
  private readonly eventIds = new Map<string, string>();

  constructor(
    settings: CventSettings,
    deps: Pick<VendorClientOptions, 'clock' | 'monotonicClock' | 'pause'>,
  ) {
    this.settings = settings;
    const { clientId, clientSecret, scope, baseUrl, patience } = settings;
    this.client = new VendorClient({
      ...deps,
      patience,
      tokenRequest: {
        method: 'POST',
        url: `${baseUrl}/oauth2/token`,
        headers: {
          authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          ...(scope === undefined ? {} : { scope }),
        }).toString(),
      },
      quotaResetAt: (response) =>
        response.text.includes('Limit Exceeded')
          ? quotaResetAt(Number(response.headers['x-ratelimit-reset']), deps.clock())
          : undefined,
    });
  }

  /** @param number in upper case. Throws a `VendorError`. */
  async findTicket(event: string, number: string): Promise<VendorTicket> {
    const signal = this.client.createDeadline();
    const eventId = await this.findEventId(event, signal);
    const filter = `event.id eq ${quote(eventId)} and confirmationNumber eq ${quote(number)}`;
    const rows = await this.listAll('attendees', filter, attendees, signal);
    // Checks the filter's result: whether it is case-sensitive is not documented.
    const found = rows.filter(
      (row) =>
        row.confirmationNumber?.toUpperCase() === number &&
        (row.event?.id ?? eventId).toLowerCase() === eventId.toLowerCase(),
    );
    return toVendorTicket(found);
  }

  private async findEventId(event: string, signal: AbortSignal): Promise<string> {
    if (uuid.test(event)) return event;
    const cached = this.eventIds.get(event);
    if (cached !== undefined) return cached;
    const rows = await this.listAll('events', `code eq ${quote(event)}`, events, signal);
    const id = rows.find(({ code }) => (code ?? event).toLowerCase() === event.toLowerCase())?.id;
    if (id === undefined) throw new VendorError('setup', `no event with the code ${JSON.stringify(event)}`);
    this.eventIds.set(event, id);
    return id;
  }

  private async listAll<T>(
    path: string,
    filter: string,
    schema: z.ZodType<{ paging?: { nextToken?: string | null | undefined } | null | undefined; data: T[] }>,
    signal: AbortSignal,
  ): Promise<T[]> {
    const rows: T[] = [];
    let token: string | undefined;
    for (let page = 0; page < maxPages; page++) {
      const query = new URLSearchParams({ filter, limit: String(pageSize), ...(token ? { token } : {}) });
      const url = `${this.settings.baseUrl}/${path}?${query.toString().replaceAll('+', '%20')}`;
      const response = await this.client.get(url, schema, signal);
      if (response === undefined)
        throw new VendorError('setup', `${path} responded with status 404; check the region in baseUrl`);
      rows.push(...response.data);
      token = response.paging?.nextToken ?? undefined;
      if (token === undefined) break;
    }
    return rows;
  }
}

/** Quotes a value for the filter language. */
const quote = (value: string): string =>
  /^[\w .:-]*$/.test(value) ? `'${value}'` : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** The daily quota is reset at the time that the vendor sends, otherwise at midnight UTC. */
function quotaResetAt(resetSeconds: number, now: number): number {
  const resetAt = resetSeconds * 1000;
  if (resetAt > now) return resetAt;
  return new Date(now).setUTCHours(24, 0, 0, 0);
}

/** Prefers the attendee to guests, who can share the attendee's number. */
function toVendorTicket(rows: readonly Attendee[]): VendorTicket {
  const accepted = rows
    .filter((row) => row.status === 'Accepted' && !row.deletedGuest && !row.contact?.deleted)
    .toSorted((a, b) => Number(a.guest ?? false) - Number(b.guest ?? false))[0];
  if (accepted === undefined) return { kind: rows.length === 0 ? 'notFound' : 'inactive' };
  const { id, contact } = accepted;
  return {
    kind: 'valid',
    subject: contact?.id || id,
    email: contact?.email ?? '',
    name: [contact?.firstName, contact?.lastName].filter(Boolean).join(' '),
    company: contact?.company ?? '',
    title: contact?.title ?? '',
  };
}
