/**
 * The personal data of an account. It is erased by deleting the account, whose identities and links go with it; the audit
 * entries remain.
 */
import { toAccount, type AccountStore } from '../store.ts';
import type { PersonalData } from '#platform/personalData';
import { fromJson } from '#platform/storage/columns';

export const accountPersonalData = (store: AccountStore): PersonalData => ({
  export: async (accountId) => {
    const row = await store.byId(accountId);
    if (row === undefined) return {};
    const { id, email, name, company, title, roles, locale, createdAt } = toAccount(row);
    const identities = await store.identitiesOf([accountId]);
    const audit = await store.auditOf(accountId);
    return {
      account: { id, email, name, company, title, roles, locale: locale ?? null, createdAt },
      logins: {
        lastLoginAt: row.lastLoginAt,
        providers: identities.map(({ provider, subject, email: providerEmail, createdAt: since }) => ({
          provider,
          subject,
          email: providerEmail,
          since,
        })),
      },
      changes: audit.map(({ details, ...entry }) => ({ ...entry, details: fromJson(details) })),
    };
  },
  erase: 'withAccount',
});
