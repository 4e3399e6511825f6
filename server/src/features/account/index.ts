/** User accounts: sign-in data, passwords, roles, invitations and registration. */
import { Administration } from './administration/administration.ts';
import { Deletions } from './settings/deletions.ts';
import { AccountDirectory } from './directory.ts';
import { parseEmailAddress } from './emailAddress.ts';
import { FirstAdministrator } from './administration/firstAdministrator.ts';
import { PasswordHasher } from './passwords/passwordHasher.ts';
import { importFromCsv } from './administration/importFromCsv.ts';
import { Invitations } from './administration/invitations.ts';
import { MailRateLimits } from './mail/rateLimits.ts';
import { AccountLinks } from './mail/links.ts';
import { AccountMails } from './mail/mails.ts';
import { accountPersonalData } from './settings/personalData.ts';
import { AccountSettings } from './settings/settings.ts';
import type { AccountDeps } from './deps.ts';
import type { AccountPorts } from './ports.ts';
import { AccountRecovery } from './passwords/recovery.ts';
import { AccountRegistration } from './registration.ts';
import { accountRoutes } from './routes.ts';
import { AccountStore } from './store.ts';
import { accountMigrations, type AccountTables } from './tables.ts';
import { BackgroundTasks } from '#platform/concurrency/backgroundTasks';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import type { Accounts } from '#platform/identity';

export type { Hasher } from './passwords/passwordHasher.ts';
export type { AccountTables } from './tables.ts';

export interface AccountFeature extends Feature {
  readonly accounts: Accounts;
  /** A link that creates the first administrator, once; undefined if there is an administrator. */
  firstAdministratorLink(): Promise<{ readonly url: string; readonly expiresAt: number } | undefined>;
  /** The normalized email, unique per account; undefined if the text is not an email address. */
  emailKey(email: string): string | undefined;
}

/** Password resets and registrations that are prepared at the same time. */
const maxPendingMails = 1_000;
/** How often unsent invitations and unfinished deletions are retried, and expired links are deleted. */
const cleanupIntervalMs = 60_000;

export const accountFeature = defineFeature({ migrations: accountMigrations, create });

function create(platform: Platform<AccountTables>, ports: AccountPorts): AccountFeature {
  const { clock, log, changes, config } = platform;
  const { publicUrl, locales } = config;
  const { hasher = new PasswordHasher(), venueName } = ports;
  const store = new AccountStore(platform.storage);
  const directory = new AccountDirectory({ store, hasher, clock, changes });
  const deps: AccountDeps = {
    ...ports,
    clock,
    log,
    changes,
    publicUrl,
    store,
    hasher,
    directory,
    links: new AccountLinks(store, clock),
    mails: new AccountMails({ mail: platform.mail, publicUrl, defaultLocale: locales.default, venueName }),
  };
  const background = new BackgroundTasks(log, { maxRunning: maxPendingMails });
  const limits = new MailRateLimits(ports.attempts);
  const invitations = new Invitations(deps);
  const deletions = new Deletions(deps);
  const firstAdministrator = new FirstAdministrator(deps);
  return {
    accounts: directory,
    firstAdministratorLink: () => firstAdministrator.createLink(),
    emailKey: (email) => parseEmailAddress(email)?.key,
    routes: accountRoutes({
      recovery: new AccountRecovery(deps, background, limits),
      registration: new AccountRegistration(deps, background, limits),
      firstAdministrator,
      settings: new AccountSettings(deps, limits, deletions),
      administration: new Administration(deps, invitations),
      importList: (caller, list) => importFromCsv({ deps, invitations }, caller, list),
      signInByLink: ports.signInByLink,
      secureCookies: publicUrl.startsWith('https:'),
    }),
    personalData: accountPersonalData(store),
    jobs: [
      { name: 'send due invitations', everyMs: cleanupIntervalMs, run: async () => invitations.wake() },
      {
        name: 'delete expired links of emails',
        everyMs: cleanupIntervalMs,
        run: () => deps.links.deleteExpired(),
      },
      { name: 'finish deletions of accounts', everyMs: cleanupIntervalMs, run: () => deletions.finishAll() },
    ],
    stop: async () => {
      await background.settle();
      await invitations.stop();
    },
  };
}
