/** Login options and sign-ins: passwords, OIDC, SAML and the ticket vendors Cvent and Bizzabo. */
import type { LoginConfiguration, OperatingMode } from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import type { AttemptCounter, SignInByLink } from '#platform/identity';
import { Bizzabo } from './tickets/vendors/bizzabo.ts';
import { Cvent } from './tickets/vendors/cvent.ts';
import { LoginAttempts } from './attempts.ts';
import { LoginCounter } from './loginCounter.ts';
import { TicketGrants } from './tickets/ticketGrants.ts';
import { LoginOptions } from './options.ts';
import { readLoginFile } from './settings/loginFile.ts';
import { liveVenueOf, type LoginDeps, type LoginPorts } from './ports.ts';
import { systemPause } from '#platform/clock';
import { loginRoutes } from './routes.ts';
import { listSettings, findSettings } from './settings/loginSettings.ts';
import { SignIn } from './signIn/signIn.ts';
import { loginMigration, type LoginTables } from './tables.ts';
import { redirectMigration, RedirectStore, type RedirectTables } from './redirect/redirectStore.ts';
import { redirectLogin } from './redirect/redirectLogin.ts';
import { TicketLogin } from './tickets/ticketLogin.ts';

export { describeLogin, readLoginFile } from './settings/loginFile.ts';

export interface LoginFeature extends Feature {
  /** Whether the live venue requires a login (LOGIN-19). */
  loginEnabled(): boolean;
  /** The email domains that may register (lower case, ASCII; an empty list allows all); undefined if registration is off. */
  readonly registration: { readonly allowedDomains: readonly string[] } | undefined;
  /** Other features use this counter for their own rate limits. */
  readonly attempts: AttemptCounter;
  readonly signInByLink: SignInByLink;
  /** The response of `GET /loginOptions`. */
  loginOptions(mode: OperatingMode): LoginConfiguration[];
}

/** How often expired rows are deleted. */
const sweepMs = 60_000;

export const loginFeature = defineFeature({ migrations: [loginMigration, redirectMigration], create });

/** Throws a `ConfigError` if the login file is invalid. */
function create(platform: Platform<LoginTables & RedirectTables>, ports: LoginPorts): LoginFeature {
  const { config, storage, clock, monotonicClock, log, mail } = platform;
  const { publicUrl } = config;
  const settings = readLoginFile(config);
  const deps: LoginDeps = {
    ...ports,
    liveVenue: () => liveVenueOf(ports.liveArchitecture()),
    canSendMail: mail.available,
    clock,
    monotonicClock,
    log,
    pause: ports.pause ?? systemPause,
    secureCookies: publicUrl.startsWith('https:'),
  };
  const options = new LoginOptions(settings, deps);
  const attempts = new LoginAttempts(storage, clock);
  const grants = new TicketGrants(storage, clock);
  const signIn = new SignIn({ ...deps, settings, options, attempts, grants });
  const cvent = findSettings(settings, 'cvent');
  const bizzabo = findSettings(settings, 'bizzabo');
  const tickets = new TicketLogin({
    ...deps,
    attempts,
    grants,
    maxGuesses: settings.ticketGuesses,
    cvent: cvent && new Cvent(cvent, deps),
    bizzabo: bizzabo && new Bizzabo(bizzabo, deps),
  });
  const redirects = new RedirectStore(storage);
  const counter = new LoginCounter(storage, clock);
  return {
    loginEnabled: () => options.loginEnabled,
    registration: settings.registration,
    attempts,
    signInByLink: (accountId, call) => signIn.signInByLink(accountId, call),
    loginOptions: (mode) => options.list(mode),
    personalData: {
      export: async (accountId) => ({ ticketGrants: await grants.listByAccount(accountId) }),
      erase: (accountId) => grants.deleteByAccount(accountId),
    },
    jobs: [
      {
        name: 'delete expired login attempts, ticket grants and redirects',
        everyMs: sweepMs,
        run: async () => {
          await attempts.deleteExpired();
          await grants.deleteExpired();
          await redirects.deleteExpired(clock());
        },
      },
    ],
    routes: loginRoutes({ options, signIn, tickets, counter, log }),
    pages: redirectLogin({
      ...deps,
      store: redirects,
      secrets: platform.secrets,
      publicUrl,
      oidc: listSettings(settings, 'oidc'),
      saml: listSettings(settings, 'saml'),
    }),
  };
}
