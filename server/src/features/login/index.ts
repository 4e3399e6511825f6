/** The ways in: which there are, and signing in by them. */
import type { LoginConfiguration, OperatingMode } from '@foyer/contract';
import type { Feature } from '#platform/feature';
import type { AttemptCounter } from '#platform/identity';
import type { Secrets } from '#platform/secrets';
import type { Storage } from '#platform/storage/storage';
import { Bizzabo } from './bizzabo.platform.ts';
import { Cvent } from './cvent.platform.ts';
import { Attempts } from './login.attempts.ts';
import { LoginCount } from './login.count.ts';
import { TicketGrants } from './login.grants.ts';
import { LoginOptions } from './login.options.ts';
import type { LoginPorts } from './login.ports.ts';
import { loginRoutes } from './login.routes.ts';
import { allSettingsOf, settingsOf, type LoginSettings } from './login.settings.ts';
import { SignIn } from './login.signIn.ts';
import type { LoginTables as OwnTables } from './login.tables.ts';
import type { RedirectTables } from './redirect.store.ts';
import { redirectLogin } from './redirect.ts';
import { TicketLogin } from './tickets.login.ts';

export { describeLogin, readLoginFile } from './login.file.ts';
export type { LiveVenue, LoginPorts } from './login.ports.ts';
export type { LoginSettings } from './login.settings.ts';

export type LoginTables = OwnTables & RedirectTables;

export interface LoginFeatureParts extends LoginPorts {
  readonly settings: LoginSettings;
  readonly storage: Storage<LoginTables>;
  readonly secrets: Secrets;
  /** Without a slash at the end. */
  readonly publicUrl: string;
}

export interface LoginFeature extends Feature {
  /** Whether the live venue asks for a login (LOGIN-19). */
  loginEnabled(): boolean;
  /** Counts for others as well. */
  readonly attempts: AttemptCounter;
  /** What `GET /loginOptions` answers. */
  loginOptions(mode: OperatingMode): Promise<LoginConfiguration[]>;
}

export function loginFeature(parts: LoginFeatureParts): LoginFeature {
  const { settings, storage, clock, log } = parts;
  const options = new LoginOptions(settings, parts);
  const attempts = new Attempts(storage, clock);
  const grants = new TicketGrants(storage, clock);
  const signIn = new SignIn({ ...parts, options, attempts, grants });
  const cvent = settingsOf(settings, 'cvent');
  const bizzabo = settingsOf(settings, 'bizzabo');
  const tickets = new TicketLogin({
    ...parts,
    attempts,
    grants,
    guesses: settings.ticketGuesses,
    cvent: cvent && new Cvent(cvent, parts),
    bizzabo: bizzabo && new Bizzabo(bizzabo, parts),
  });
  const count = new LoginCount(storage, clock);
  return {
    name: 'login',
    loginEnabled: () => options.loginEnabled,
    attempts,
    loginOptions: (mode) => options.list(mode),
    routes: loginRoutes({ options, signIn, tickets, count, log }),
    pages: redirectLogin({
      ...parts,
      oidc: allSettingsOf(settings, 'oidc'),
      saml: allSettingsOf(settings, 'saml'),
    }),
  };
}
