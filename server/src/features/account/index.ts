/** Accounts: who may sign in, their passwords and their roles. */
import { Administration } from './account.administration.ts';
import { Deletions } from './account.deletions.ts';
import { AccountDirectory } from './account.directory.ts';
import { emailAddress } from './account.email.ts';
import { FirstAdministrator } from './account.firstAdministrator.ts';
import { PasswordHasher } from './account.hash.ts';
import { importPeople } from './account.import.ts';
import { Invitations } from './account.invitations.ts';
import { MailLimits } from './account.limits.ts';
import { AccountLinks } from './account.links.ts';
import { AccountMails } from './account.mails.ts';
import { OwnAccounts } from './account.own.ts';
import type { AccountParts } from './account.parts.ts';
import type { AccountPorts } from './account.ports.ts';
import { AccountRecovery } from './account.recovery.ts';
import { AccountRegistration } from './account.registration.ts';
import { accountRoutes } from './account.routes.ts';
import { AccountStore } from './account.store.ts';
import { accountMigrations, type AccountTables } from './account.tables.ts';
import { BackgroundTasks } from '#platform/backgroundTasks';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import type { Accounts } from '#platform/identity';

export type { Hasher } from './account.hash.ts';
export type { AccountTables } from './account.tables.ts';

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
