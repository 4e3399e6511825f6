/** A published venue with ticket logins, which use the stand-ins of both vendors. */
import { loginWithBizzabo, loginWithCvent, signIn, type BodyOf } from '@foyer/contract';
import { startBizzabo, bizzaboEventId, type BizzaboOptions } from '@foyer/standins/bizzabo';
import { startCvent, cventEventCode, type CventOptions } from '@foyer/standins/cvent';
import { onTestFinished } from 'vitest';
import { startFoyer, type Foyer } from '#testing/foyer';
import { readSetCookie } from '#testing/testUsers';
import { exampleVenue, publishExample } from '#testing/venues';

export const architectureID = 'nightfall';
/** Far more time than the stand-ins need, and a short delay before retries. */
const patience = { connectMs: 5_000, totalMs: 15_000, retryMs: 1 };

export interface TicketOptions {
  readonly cvent?: CventOptions;
  readonly bizzabo?: BizzaboOptions;
  /** Overrides settings of the login file. */
  readonly cventSettings?: object;
  readonly bizzaboSettings?: { readonly [name: string]: unknown; readonly client?: object };
  readonly login?: object;
  readonly cventEvent?: string;
  readonly totalMs?: number;
  readonly env?: Record<string, string>;
}

export async function startTickets(options: TicketOptions = {}) {
  const cvent = await startCvent(options.cvent);
  const bizzabo = await startBizzabo(options.bizzabo);
  const limits = { ...patience, totalMs: options.totalMs ?? patience.totalMs };
  const foyer = await startFoyer({
    env: { TRUSTED_PROXIES: '127.0.0.0/8,::1/128', ...options.env },
    login: {
      providers: [
        {
          type: 'cvent',
          baseUrl: cvent.baseUrl,
          clientId: 'cvent-client',
          clientSecret: 'cvent-secret',
          patience: limits,
          ...options.cventSettings,
        },
        {
          type: 'bizzabo',
          baseUrl: bizzabo.baseUrl,
          apiKey: 'bizzabo-key',
          eventId: bizzaboEventId,
          patience: limits,
          ...withTokenUrl(options.bizzaboSettings, bizzabo.tokenUrl),
        },
      ],
      ...options.login,
    },
  });
  onTestFinished(async () => {
    await Promise.all([cvent.stop(), bizzabo.stop()]);
  });
  const venue = exampleVenue();
  const [architecture] = venue.architectures;
  if (architecture === undefined) throw new Error('the example venue has no architecture');
  const cventEvent = options.cventEvent ?? cventEventCode;
  await publishExample(foyer, {
    ...venue,
    architectures: [{ ...architecture, cventLoginEnabled: true, cventEvent }],
  });
  return { foyer, cvent, bizzabo };
}

/** Adds the URL of the stand-in, which is only known when it runs. */
const withTokenUrl = (settings: TicketOptions['bizzaboSettings'], tokenUrl: string): object => ({
  ...settings,
  ...(settings?.client === undefined ? {} : { client: { tokenUrl, ...settings.client } }),
});

export interface Origin {
  readonly address?: string;
  readonly cookie?: string;
}

const headersOf = (foyer: Foyer, { address, cookie }: Origin) => ({
  ...(address === undefined ? {} : { 'x-forwarded-for': address }),
  ...(cookie === undefined || cookie === '' ? {} : { cookie, origin: foyer.running.config.publicUrl }),
});

export const checkCvent = (foyer: Foyer, confirmationNumber: string, from: Origin = {}) =>
  foyer.call(
    loginWithCvent,
    { body: { architectureID, confirmationNumber } },
    { as: 'anonymous', headers: headersOf(foyer, from) },
  );

export const checkBizzabo = (
  foyer: Foyer,
  registrationNumber: number,
  emailAddress: string,
  from: Origin = {},
) =>
  foyer.call(
    loginWithBizzabo,
    { body: { architectureID, registrationNumber, emailAddress } },
    { as: 'anonymous', headers: headersOf(foyer, from) },
  );

export const signInWithTicket = (foyer: Foyer, body: BodyOf<typeof signIn>, from: Origin = {}) =>
  foyer.call(signIn, { body }, { as: 'anonymous', headers: headersOf(foyer, from) });

/** The grant cookie that a ticket check sets, as `foyer_grant=…`; '' without one. */
export const readGrant = ({ headers }: { headers: Headers }): string => readSetCookie(headers, 'foyer_grant');
