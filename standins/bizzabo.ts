/** A stand-in for the part of Bizzabo's partner API that the login by registration number uses. */
import { randomUUID } from 'node:crypto';
import { startVendor, type VendorResponse, type VendorCall, type VendorStandIn } from './vendor.ts';

export interface BizzaboRegistration {
  readonly id: number;
  readonly orderId: number;
  readonly ticketName: string;
  readonly validity: 'valid' | 'invalid';
  readonly properties: Readonly<Record<string, string>>;
  readonly magicLink: string;
}

/** A fictional event and its registrations, for tests and the demo. */
export const bizzaboEventId = 262026;

const registration = (
  id: number,
  properties: Readonly<Record<string, string>>,
  validity: BizzaboRegistration['validity'] = 'valid',
): BizzaboRegistration => ({
  id,
  orderId: id + 500_000,
  ticketName: 'Two evenings',
  validity,
  properties,
  magicLink: `https://events.example.com/auto-login/${id}`,
});

export const bizzaboRegistrations: readonly BizzaboRegistration[] = [
  registration(260001, {
    firstName: 'Mara',
    lastName: 'Moon',
    email: 'mara@example.com',
    company: 'Moonlight Inc',
    badge: '77',
  }),
  registration(260002, {
    firstName: 'Mara',
    lastName: 'Moon',
    email: 'mara@example.com',
    company: 'Moonlight Inc',
  }),
  registration(260003, { firstName: 'Ines', lastName: 'Invalid', email: 'ines@example.com' }, 'invalid'),
  registration(260004, { firstName: 'Paul', lastName: 'Plus', email: 'paul+events@example.com' }),
];

export interface BizzaboOptions {
  readonly port?: number;
  /** Accepted as a bearer token, in addition to issued tokens. */
  readonly apiKey?: string;
  readonly client?: { readonly id: string; readonly secret: string; readonly accountId: number };
  readonly registrations?: readonly BizzaboRegistration[];
  /** The maximum page size. */
  readonly pageSize?: number;
}

export interface BizzaboStandIn extends VendorStandIn {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  revokeTokens(): void;
}

const audience = 'https://api.bizzabo.com/api';

/** Starts a server on 127.0.0.1. */
export async function startBizzabo(options: BizzaboOptions = {}): Promise<BizzaboStandIn> {
  const { registrations = bizzaboRegistrations, apiKey = 'bizzabo-key', pageSize = 200 } = options;
  const { client = { id: 'bizzabo-client', secret: 'bizzabo-secret', accountId: 4711 } } = options;
  const tokens = new Set<string>();
  const root = `/v1/events/${bizzaboEventId}/registrations`;

  const token = ({ request, body }: VendorCall): VendorResponse => {
    if (request.headers['content-type'] !== 'application/json') return errorOf(400, 'Bad Request');
    const grant = JSON.parse(body) as Record<string, unknown>;
    const isClient = grant['client_id'] === client.id && grant['client_secret'] === client.secret;
    if (!isClient || grant['grant_type'] !== 'client_credentials' || grant['audience'] !== audience)
      return errorOf(401, 'Unauthorized');
    if (grant['account_id'] !== client.accountId)
      return errorOf(401, `The app is not installed on account ${String(grant['account_id'])}`);
    const value = randomUUID();
    tokens.add(value);
    return { status: 200, body: { access_token: value, token_type: 'Bearer', expires_in: 86_400 } };
  };

  const list = (url: URL): VendorResponse => {
    const email = /^properties\.email=(.*)$/.exec(
      decodeURIComponent(url.searchParams.get('filter') ?? ''),
    )?.[1];
    if (email === undefined) return errorOf(400, 'Bad Request');
    const found = registrations.filter(({ properties }) => properties['email'] === email);
    const number = Number(url.searchParams.get('page') ?? 0);
    const size = Math.min(Number(url.searchParams.get('size') ?? 20), pageSize);
    const page = { number, size, totalElements: found.length, totalPages: Math.ceil(found.length / size) };
    return { status: 200, body: { content: found.slice(number * size, (number + 1) * size), page } };
  };

  const standIn = await startVendor({
    ...(options.port === undefined ? {} : { port: options.port }),
    respond: (call) => {
      const { url, method, request } = call;
      if (method === 'POST' && url.pathname === '/oauth/token') return token(call);
      const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      if (bearer !== apiKey && !tokens.has(bearer)) return errorOf(401, 'Unauthorized');
      if (method === 'GET' && url.pathname === root) return list(url);
      const id = url.pathname.startsWith(`${root}/`) ? url.pathname.slice(root.length + 1) : undefined;
      const found = registrations.find((row) => String(row.id) === id);
      return found === undefined ? errorOf(404, 'Not Found') : { status: 200, body: found };
    },
    errorResponse: (kind) => {
      if (kind === 'unauthorized') return errorOf(401, 'Unauthorized');
      if (kind === 'forbidden') return errorOf(403, 'Forbidden');
      if (kind === 'otherRegion') return errorOf(404, 'Not Found');
      return kind === 'broken' ? errorOf(500, 'Internal Server Error') : errorOf(429, 'Too Many Requests');
    },
  });
  return Object.assign(standIn, {
    baseUrl: `${standIn.url}/v1`,
    tokenUrl: `${standIn.url}/oauth/token`,
    revokeTokens: () => tokens.clear(),
  });
}

const errorOf = (status: number, message: string): VendorResponse => ({ status, body: { message } });
