/** Accounts: who may sign in, their passwords and their roles. */
import { Administration } from './administration/administration.ts';
import { Deletions } from './settings/deletions.ts';
import { AccountDirectory } from './directory.ts';
import { emailAddress } from './emailAddress.ts';
import { FirstAdministrator } from './administration/firstAdministrator.ts';
import { PasswordHasher } from './passwords/passwordHasher.ts';
import { importPeople } from './administration/importAccounts.ts';
import { Invitations } from './administration/invitations.ts';
import { MailLimits } from './mail/rateLimits.ts';
import { AccountLinks } from './mail/links.ts';
import { AccountMails } from './mail/mails.ts';
import { OwnAccounts } from './settings/settings.ts';
import type { AccountParts } from './deps.ts';
import type { AccountPorts } from './ports.ts';
import { AccountRecovery } from './passwords/recovery.ts';
import { AccountRegistration } from './registration.ts';
import { accountRoutes } from './routes.ts';
import { AccountStore } from './store.ts';
import { accountMigrations, type AccountTables } from './tables.ts';
import { BackgroundTasks } from '#platform/backgroundTasks';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import type { Accounts } from '#platform/identity';

export type { Hasher } from './passwords/passwordHasher.ts';
export type { AccountTables } from './tables.ts';

export interface AccountFeature extends Feature {
  readonly accounts: Accounts;
  /** An address that makes the first administrator, once; undefined where there is one. */
  firstAdministratorLink(): Promise<{ readonly url: string; readonly expiresAt: number } | undefined>;
  /** The normalized email, unique per account; undefined if the text is not an email. */
  emailKey(email: string): string | undefined;
}

/** Mails about sign-ins that are prepared at a time. */
const maxBackgroundTasks = 1_000;
/** How often invitations and deletions that were left over are taken up. */
const leftOverMs = 60_000;

export const accountFeature = defineFeature({ migrations: accountMigrations, create });

function create(platform: Platform<AccountTables>, ports: AccountPorts): AccountFeature {
  const { clock, log, changes, config } = platform;
  const { publicUrl, locales } = config;
  const { hasher = new PasswordHasher(), venueName } = ports;
  const store = new AccountStore(platform.storage);
  const directory = new AccountDirectory({ store, hasher, clock, changes });
  const parts: AccountParts = {
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
  const background = new BackgroundTasks(log, { maxRunning: maxBackgroundTasks });
  const limits = new MailLimits(ports.attempts);
  const invitations = new Invitations(parts);
  const deletions = new Deletions(parts);
  const firstAdministrator = new FirstAdministrator(parts);
  return {
    accounts: directory,
    firstAdministratorLink: () => firstAdministrator.link(),
    emailKey: (email) => emailAddress(email)?.key,
    routes: accountRoutes({
      recovery: new AccountRecovery(parts, background, limits),
      registration: new AccountRegistration(parts, background, limits),
      firstAdministrator,
      own: new OwnAccounts(parts, limits, deletions),
      administration: new Administration(parts, invitations),
      importList: (caller, list) => importPeople({ parts, invitations }, caller, list),
      secureCookies: publicUrl.startsWith('https:'),
    }),
    jobs: [
      { name: 'send due invitations', everyMs: leftOverMs, run: async () => invitations.wake() },
      { name: 'finish deletions of accounts', everyMs: leftOverMs, run: () => deletions.finishAll() },
    ],
    stop: async () => {
      await background.settle();
      await invitations.stop();
    },
  };
}
