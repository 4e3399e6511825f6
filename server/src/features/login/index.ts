/** The ways in: which there are, and signing in by them. */
import type { LoginConfiguration, OperatingMode } from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import type { AttemptCounter } from '#platform/identity';
import { Bizzabo } from './tickets/vendors/bizzabo.ts';
import { Cvent } from './tickets/vendors/cvent.ts';
import { Attempts } from './attempts.ts';
import { LoginCount } from './loginCounter.ts';
import { TicketGrants } from './tickets/ticketGrants.ts';
import { LoginOptions } from './options.ts';
import { readLoginFile } from './settings/loginFile.ts';
import { liveVenueOf, type LoginDeps, type LoginPorts } from './ports.ts';
import { systemPause } from '#platform/clock';
import { loginRoutes } from './routes.ts';
import { allSettingsOf, settingsOf } from './settings/loginSettings.ts';
import { SignIn } from './signIn/signIn.ts';
import { loginMigration, type LoginTables } from './tables.ts';
import { redirectMigration, type RedirectTables } from './redirect/redirectStore.ts';
import { redirectLogin } from './redirect/redirectLogin.ts';
import { TicketLogin } from './tickets/ticketLogin.ts';

export { describeLogin, readLoginFile } from './settings/loginFile.ts';

export interface LoginFeature extends Feature {
  /** Whether the live venue asks for a login (LOGIN-19). */
  loginEnabled(): boolean;
  /** Whether people may register, and with which email hosts: lower case, in ASCII; none named: any. */
  readonly registration: { readonly allowedDomains: readonly string[] } | undefined;
  /** Counts for others as well. */
  readonly attempts: AttemptCounter;
  /** What `GET /loginOptions` answers. */
  loginOptions(mode: OperatingMode): LoginConfiguration[];
}

export const loginFeature = defineFeature({ migrations: [loginMigration, redirectMigration], create });

/** Throws a `ConfigFault` where the login file is faulty. */
function create(platform: Platform<LoginTables & RedirectTables>, ports: LoginPorts): LoginFeature {
  const { config, storage, clock, log, mail } = platform;
  const { publicUrl } = config;
  const settings = readLoginFile(config);
  const deps: LoginDeps = {
    ...ports,
    liveVenue: () => liveVenueOf(ports.liveArchitecture()),
    sendsMail: mail.available,
    clock,
    log,
    pause: ports.pause ?? systemPause,
    secureCookies: publicUrl.startsWith('https:'),
  };
  const options = new LoginOptions(settings, deps);
  const attempts = new Attempts(storage, clock);
  const grants = new TicketGrants(storage, clock);
  const signIn = new SignIn({ ...deps, settings, options, attempts, grants });
  const cvent = settingsOf(settings, 'cvent');
  const bizzabo = settingsOf(settings, 'bizzabo');
  const tickets = new TicketLogin({
    ...deps,
    attempts,
    grants,
    guesses: settings.ticketGuesses,
    cvent: cvent && new Cvent(cvent, deps),
    bizzabo: bizzabo && new Bizzabo(bizzabo, deps),
  });
  const count = new LoginCount(storage, clock);
  return {
    loginEnabled: () => options.loginEnabled,
    registration: settings.registration,
    attempts,
    loginOptions: (mode) => options.list(mode),
    routes: loginRoutes({ options, signIn, tickets, count, log }),
    pages: redirectLogin({
      ...deps,
      storage,
      secrets: platform.secrets,
      publicUrl,
      oidc: allSettingsOf(settings, 'oidc'),
      saml: allSettingsOf(settings, 'saml'),
    }),
  };
}
