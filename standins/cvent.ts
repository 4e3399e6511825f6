/** A stand-in for the part of Cvent's REST API that the login by confirmation number uses. */
import { randomUUID } from 'node:crypto';
import { startVendor, type VendorResponse, type VendorCall, type VendorStandIn } from './vendor.ts';

export interface CventContact {
  readonly id: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly company?: string;
  readonly title?: string;
  readonly deleted?: boolean;
}

export interface CventAttendee {
  readonly id: string;
  readonly event: { readonly id: string };
  readonly confirmationNumber: string;
  readonly status: string;
  readonly contact?: CventContact;
  readonly guest?: boolean;
  readonly deletedGuest?: boolean;
}

/** A fictional event and its attendees, for tests and the demo. */
export const cventEventId = '5b2a7c1e-93d4-4f60-8a1b-26c0ffee2026';
export const cventEventCode = 'NIGHTFALL26';
const otherEventId = '0f0e0d0c-0b0a-4900-8800-070605040302';

const person = (
  index: number,
  confirmationNumber: string,
  contact: Omit<CventContact, 'id'>,
  more: Partial<CventAttendee> = {},
): CventAttendee => ({
  id: `a0000000-0000-4000-8000-00000000000${index}`,
  event: { id: cventEventId },
  confirmationNumber,
  status: 'Accepted',
  contact: { id: `c0000000-0000-4000-8000-00000000000${index}`, ...contact },
  ...more,
});

export const cventAttendees: readonly CventAttendee[] = [
  person(1, 'NIGHT2FALL26', {
    firstName: 'Nora',
    lastName: 'Night',
    email: 'nora.night@example.com',
    company: 'Dusk & Daughters',
    title: 'Lighting designer',
  }),
  person(2, 'DAWN7KEEPER', {
    firstName: 'Dario',
    lastName: 'Dawn',
    email: 'dario.dawn@example.com',
    company: 'Sunrise Ltd',
  }),
  person(
    3,
    'CANCEL4LED1',
    { firstName: 'Cara', lastName: 'Cancel', email: 'cara@example.com' },
    { status: 'Cancelled' },
  ),
  person(
    4,
    'WAIT1NGLIST',
    { firstName: 'Wim', lastName: 'Waits', email: 'wim@example.com' },
    { status: 'Waitlisted' },
  ),
  person(
    5,
    'OTHER9EVENT',
    { firstName: 'Olga', lastName: 'Other', email: 'olga@example.com' },
    { event: { id: otherEventId } },
  ),
  person(6, 'NOMAIL55555', { firstName: 'Nil', lastName: 'Nomail' }),
  person(
    7,
    'GONEGUEST77',
    { firstName: 'Gus', lastName: 'Guest', email: 'gus@example.com' },
    { guest: true, deletedGuest: true },
  ),
  person(8, 'GONECONTACT', { firstName: 'Dee', lastName: 'Leted', email: 'dee@example.com', deleted: true }),
];

export interface CventOptions {
  readonly port?: number;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly attendees?: readonly CventAttendee[];
  /** Seconds, default 3600. */
  readonly tokenSeconds?: number;
  /** The maximum page size. */
  readonly pageSize?: number;
  /** If false, the filter is ignored and all rows are returned. */
  readonly appliesFilter?: boolean;
}

export interface CventStandIn extends VendorStandIn {
  /** The base URL including the version. */
  readonly baseUrl: string;
  /** Revokes all tokens. */
  revokeTokens(): void;
}

/** Starts a server on 127.0.0.1. */
export async function startCvent(options: CventOptions = {}): Promise<CventStandIn> {
  const { attendees = cventAttendees, tokenSeconds = 3600, pageSize = 200, appliesFilter = true } = options;
  const { clientId = 'cvent-client', clientSecret = 'cvent-secret' } = options;
  const tokens = new Map<string, number>();
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

  const token = ({ request, body }: VendorCall): VendorResponse => {
    const form = new URLSearchParams(body);
    const isForm = request.headers['content-type'] === 'application/x-www-form-urlencoded';
    if (!isForm || form.get('grant_type') !== 'client_credentials')
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    if (request.headers.authorization !== basic || form.get('client_id') !== clientId)
      return { status: 400, body: { error: 'invalid_client' } };
    const value = randomUUID();
    tokens.set(value, Date.now() + tokenSeconds * 1000);
    return { status: 200, body: { access_token: value, token_type: 'Bearer', expires_in: tokenSeconds } };
  };

  const list = (url: URL, rows: readonly Readonly<Record<string, unknown>>[]): VendorResponse => {
    const limit = Number(url.searchParams.get('limit') ?? 100);
    const matches = parseFilter(url.searchParams.get('filter') ?? '');
    if (matches === undefined || limit < 1 || limit > 200) return errorOf(400, 'Bad Request');
    const found = appliesFilter ? rows.filter(matches) : rows;
    const from = Number(url.searchParams.get('token') ?? 0);
    const size = Math.min(limit, pageSize);
    // As in the real API, the last page has no token and may be empty.
    const more = from + size <= found.length && found.length > 0 && size < 200;
    const paging = { limit: size, _links: {}, ...(more ? { nextToken: String(from + size) } : {}) };
    return { status: 200, body: { paging, data: found.slice(from, from + size) } };
  };

  const standIn = await startVendor({
    ...(options.port === undefined ? {} : { port: options.port }),
    respond: (call) => {
      const { url, method, request } = call;
      if (method === 'POST' && url.pathname === '/ea/oauth2/token') return token(call);
      const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
      if ((tokens.get(bearer ?? '') ?? 0) <= Date.now()) return errorOf(401, 'Unauthorized');
      if (method === 'GET' && url.pathname === '/ea/attendees')
        return list(
          url,
          attendees.map((row) => ({ ...row })),
        );
      if (method === 'GET' && url.pathname === '/ea/events')
        return list(url, [
          { id: cventEventId, code: cventEventCode, title: 'Nightfall 26', status: 'Active' },
        ]);
      return errorOf(404, 'Not Found');
    },
    errorResponse: (kind) => {
      if (kind === 'unauthorized') return errorOf(401, 'Unauthorized');
      if (kind === 'forbidden') return errorOf(403, 'Access Forbidden');
      if (kind === 'otherRegion') return errorOf(404, 'Not Found');
      if (kind === 'broken') return errorOf(500, 'Internal Server Error');
      return errorOf(429, kind === 'quota' ? 'Limit Exceeded' : 'Too Many Requests');
    },
  });
  return Object.assign(standIn, { baseUrl: `${standIn.url}/ea`, revokeTokens: () => tokens.clear() });
}

const errorOf = (code: number, message: string): VendorResponse => ({
  status: code,
  body: { code, message },
});

/** Parses `field eq 'value'` conditions joined by `and`, case-sensitive; undefined for any other filter. */
function parseFilter(filter: string): ((row: Readonly<Record<string, unknown>>) => boolean) | undefined {
  const parts = filter
    .split(/ and /)
    .map((part) => /^([\w.]+) eq (?:'([^']*)'|"((?:[^"\\]|\\.)*)")$/.exec(part.trim()));
  if (parts.includes(null)) return undefined;
  return (row) =>
    parts.every((part) => {
      const wanted = part?.[2] ?? part?.[3]?.replaceAll(/\\(.)/g, '$1');
      return valueAt(row, part?.[1] ?? '') === wanted;
    });
}

const valueAt = (row: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, step) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined,
      row,
    );
