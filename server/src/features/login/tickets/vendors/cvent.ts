/** The first event platform: a confirmation number of the venue's event leads to an attendee. */
import * as z from 'zod';
import type { CventSettings } from './cventSettings.ts';
import type { VendorTicket } from './foundTicket.ts';
import { VendorClient, type VendorClientOptions } from './vendorClient.ts';
import { VendorError } from './vendorError.ts';

const pageSize = 200;
/** One number has one attendee and a few guests; whatever goes on for longer is not what was asked for. */
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
  /** Ids of events that are named by their code. */
  private readonly eventIds = new Map<string, string>();

  constructor(settings: CventSettings, deps: Pick<VendorClientOptions, 'clock' | 'pause'>) {
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
      quotaResetAt: (tooMany) =>
        tooMany.text.includes('Limit Exceeded')
          ? quotaResetAt(Number(tooMany.headers['x-ratelimit-reset']), deps.clock())
          : undefined,
    });
  }

  /** `number` in capitals. Throws a `VendorError`. */
  async findTicket(event: string, number: string): Promise<VendorTicket> {
    const signal = this.client.deadline();
    const findEventId = await this.eventId(event, signal);
    const filter = `event.id eq ${quote(findEventId)} and confirmationNumber eq ${quote(number)}`;
    const rows = await this.listAll('attendees', filter, attendees, signal);
    // Whether the platform's filter minds case is not documented, and what it answers is not believed unseen.
    const found = rows.filter(
      (row) =>
        row.confirmationNumber?.toUpperCase() === number &&
        (row.event?.id ?? findEventId).toLowerCase() === findEventId.toLowerCase(),
    );
    return toVendorTicket(found);
  }

  private async eventId(event: string, signal: AbortSignal): Promise<string> {
    if (uuid.test(event)) return event;
    const known = this.eventIds.get(event);
    if (known !== undefined) return known;
    const rows = await this.listAll('events', `code eq ${quote(event)}`, events, signal);
    const id = rows.find(({ code }) => (code ?? event).toLowerCase() === event.toLowerCase())?.id;
    if (id === undefined)
      throw new VendorError('setup', `has no event with the code ${JSON.stringify(event)}`);
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
      const answer = await this.client.get(url, schema, signal);
      if (answer === undefined) throw new VendorError('setup', `${path} answers 404: another region?`);
      rows.push(...answer.data);
      token = answer.paging?.nextToken ?? undefined;
      if (token === undefined) break;
    }
    return rows;
  }
}

/** A value of the filter language. */
const quote = (value: string): string =>
  /^[\w .:-]*$/.test(value) ? `'${value}'` : `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`;

/** The day's calls begin anew at midnight in Greenwich, or when the platform says. */
function quotaResetAt(resetSeconds: number, now: number): number {
  const said = resetSeconds * 1000;
  if (said > now) return said;
  return new Date(now).setUTCHours(24, 0, 0, 0);
}

/** Guests may share the number of whom they come with, who goes first. */
function toVendorTicket(rows: readonly Attendee[]): VendorTicket {
  const accepted = rows
    .filter((row) => row.status === 'Accepted' && !row.deletedGuest && !row.contact?.deleted)
    .toSorted((a, b) => Number(a.guest ?? false) - Number(b.guest ?? false))[0];
  if (accepted === undefined) return { kind: rows.length === 0 ? 'none' : 'inactive' };
  const { id, contact } = accepted;
  return {
    kind: 'person',
    subject: contact?.id || id,
    email: contact?.email ?? '',
    name: [contact?.firstName, contact?.lastName].filter(Boolean).join(' '),
    company: contact?.company ?? '',
    title: contact?.title ?? '',
  };
}
