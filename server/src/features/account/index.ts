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
import type { AccountFeatureParts } from './account.ports.ts';
import { AccountRecovery } from './account.recovery.ts';
import { AccountRegistration } from './account.registration.ts';
import { accountRoutes } from './account.routes.ts';
import { AccountStore } from './account.store.ts';
import { BackgroundTasks } from '#platform/backgroundTasks';
import type { Feature } from '#platform/feature';
import type { Accounts } from '#platform/identity';

export type { Hasher } from './account.hash.ts';
export type { AccountExport, AccountFeatureParts, AccountGone } from './account.ports.ts';
export type { AccountTables } from './account.tables.ts';

export interface AccountFeature extends Feature {
  readonly accounts: Accounts;
  /** An address that makes the first administrator, once; undefined where there is one. */
  firstAdministratorLink(): Promise<{ readonly url: string; readonly expiresAt: number } | undefined>;
}

/** Mails about sign-ins that are prepared at a time. */
const maxBackgroundTasks = 1_000;

/** The one form of an email, by which accounts are told apart; undefined where it is none. */
export const emailKeyOf = (email: string): string | undefined => emailAddress(email)?.key;

export function createAccountFeature(given: AccountFeatureParts): AccountFeature {
  const { storage, mail, hasher = new PasswordHasher(), ...shared } = given;
  const store = new AccountStore(storage);
  const { clock, onChange } = shared;
  const directory = new AccountDirectory({ store, hasher, clock, onChange });
  const parts: AccountParts = {
    ...shared,
    store,
    hasher,
    directory,
    links: new AccountLinks(store, clock),
    mails: new AccountMails({ ...shared, mail }),
  };
  const background = new BackgroundTasks(shared.log, { maxRunning: maxBackgroundTasks });
  const limits = new MailLimits(shared.attempts);
  const invitations = new Invitations(parts);
  const deletions = new Deletions(parts);
  const firstAdministrator = new FirstAdministrator(parts);
  return {
    name: 'account',
    accounts: directory,
    firstAdministratorLink: () => firstAdministrator.link(),
    routes: accountRoutes({
      recovery: new AccountRecovery(parts, background, limits),
      registration: new AccountRegistration(parts, background, limits),
      firstAdministrator,
      own: new OwnAccounts(parts, limits, deletions),
      administration: new Administration(parts, invitations),
      importList: (caller, list) => importPeople({ parts, invitations }, caller, list),
      secureCookies: shared.publicUrl.startsWith('https:'),
    }),
    start: async () => {
      invitations.start();
      deletions.start();
    },
    stop: async () => {
      await background.settle();
      await invitations.stop();
      await deletions.stop();
    },
  };
}
