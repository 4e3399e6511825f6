/** The queries of accounts, of whom providers know them as, and of what was changed. */
import { randomUUID } from 'node:crypto';
import { sql, type CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { locales, roles as allRoles, type Locale, type Role } from '@foyer/contract';
import type { AccountAuditRow, AccountIdentityRow, AccountRow, AccountTables } from './tables.ts';
import type { Account } from '#platform/identity';
import { hashOfSecret } from '#platform/secret';
import { toJson } from '#platform/storage/columns';
import { prepared } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';

export type Reading = Kysely<AccountTables>;
export type Changing = Transaction<AccountTables>;

/** A change of an account, as it is written down; `details` hold no secrets. */
export interface AuditEntry {
  readonly actor: string;
  readonly accountId: string;
  readonly what: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export class AccountStore {
  readonly #storage: Storage<AccountTables>;
  readonly #queries: ReturnType<typeof signInQueries>;

  constructor(storage: Storage<AccountTables>) {
    this.#storage = storage;
    this.#queries = signInQueries(storage);
  }

  get read(): Reading {
    return this.#storage.read;
  }

  /** For queries that are compiled here and written by `all`. */
  get writing(): Reading {
    return this.#storage.db;
  }

  /** Writes all of it or nothing, however much it is. */
  async all(queries: readonly CompiledQuery[]): Promise<void> {
    await this.#storage.atomic(queries);
  }

  change<T>(work: (trx: Changing) => Promise<T>): Promise<T> {
    return this.#storage.db.transaction().execute(work);
  }

  async byId(id: string, within: Reading = this.read): Promise<AccountRow | undefined> {
    return (await within.executeQuery(this.#queries.byId({ id }))).rows[0];
  }

  async byIds(ids: readonly string[]): Promise<readonly AccountRow[]> {
    if (ids.length === 0) return [];
    return this.read
      .selectFrom('account')
      .selectAll()
      .where('id', 'in', [...ids])
      .execute();
  }

  async byEmail(emailKey: string, within: Reading = this.read): Promise<AccountRow | undefined> {
    return (await within.executeQuery(this.#queries.byEmail({ emailKey }))).rows[0];
  }

  /** Locks an account until the change commits, on both engines. */
  lock(trx: Changing, id: string): Promise<AccountRow | undefined> {
    return trx
      .updateTable('account')
      .set({ blocked: sql`blocked` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  }

  /** Locks those of these accounts that there are, in an order in which nobody waits for each other. */
  async lockAll(trx: Changing, ids: readonly string[]): Promise<readonly AccountRow[]> {
    const rows: AccountRow[] = [];
    for (const id of [...new Set(ids)].toSorted()) {
      const row = await this.lock(trx, id);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  async insert(trx: Changing, row: AccountRow): Promise<void> {
    await trx.insertInto('account').values(row).execute();
  }

  update(trx: Changing, id: string, values: Partial<Omit<AccountRow, 'id'>>): Promise<AccountRow> {
    return trx
      .updateTable('account')
      .set(values)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async delete(trx: Changing, id: string): Promise<void> {
    await trx.deleteFrom('account').where('id', '=', id).execute();
  }

  /** No mail that went out earlier, nor an invitation that is still to go, lets anybody in from now on. */
  async dropMails(trx: Changing, accountId: string): Promise<void> {
    await trx.deleteFrom('accountLink').where('accountId', '=', accountId).execute();
    await trx.deleteFrom('accountInvitation').where('accountId', '=', accountId).execute();
  }

  async dropIdentities(trx: Changing, accountId: string, providers: readonly string[]): Promise<void> {
    await trx
      .deleteFrom('accountIdentity')
      .where('accountId', '=', accountId)
      .where('provider', 'in', [...providers])
      .execute();
  }

  async noteLogin(id: string, at: number): Promise<void> {
    await this.#storage.atomic([this.#queries.noteLogin({ id, at })]);
  }

  /** Those who administer this server and can sign in. */
  async administrators(within: Reading = this.read): Promise<readonly string[]> {
    const rows = await this.#administrators(within).execute();
    return rows.map(({ id }) => id);
  }

  async hasAdministrator(within: Reading = this.read): Promise<boolean> {
    return (await this.#administrators(within).limit(1).executeTakeFirst()) !== undefined;
  }

  #administrators(within: Reading) {
    return within
      .selectFrom('account')
      .select('id')
      .where('roles', 'like', '%ROLE_ADMIN%')
      .where('confirmedAt', 'is not', null)
      .where('blocked', '=', 0);
  }

  /** The account that a provider knows a person as. */
  byIdentity(
    { provider, subject }: { readonly provider: string; readonly subject: string },
    within: Reading = this.read,
  ): Promise<AccountRow | undefined> {
    return within
      .selectFrom('accountIdentity')
      .innerJoin('account', 'account.id', 'accountIdentity.accountId')
      .selectAll('account')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .executeTakeFirst();
  }

  identitiesOf(
    accountIds: readonly string[],
    within: Reading = this.read,
  ): Promise<readonly AccountIdentityRow[]> {
    if (accountIds.length === 0) return Promise.resolve([]);
    return within
      .selectFrom('accountIdentity')
      .selectAll()
      .where('accountId', 'in', [...accountIds])
      .orderBy('provider')
      .execute();
  }

  async addIdentity(trx: Changing, identity: AccountIdentityRow): Promise<void> {
    await trx.insertInto('accountIdentity').values(identity).execute();
  }

  async audit(trx: Changing, at: number, entry: AuditEntry): Promise<void> {
    await trx.insertInto('accountAudit').values(auditRow(at, entry)).execute();
  }

  /** What was changed about an account, the first first. */
  auditOf(
    accountId: string,
  ): Promise<readonly { at: number; actor: string; what: string; details: string }[]> {
    return this.read
      .selectFrom('accountAudit')
      .select(['at', 'actor', 'what', 'details'])
      .where('accountId', '=', accountId)
      .orderBy('at')
      .execute();
  }
}

/** What every sign-in asks and writes. */
const signInQueries = ({ db, read }: Storage<AccountTables>) => ({
  byId: prepared<{ id: string }, AccountRow>((place) =>
    read.selectFrom('account').selectAll().where('id', '=', place('id')).compile(),
  ),
  byEmail: prepared<{ emailKey: string }, AccountRow>((place) =>
    read.selectFrom('account').selectAll().where('emailKey', '=', place('emailKey')).compile(),
  ),
  noteLogin: prepared<{ id: string; at: number }>((place) =>
    db
      .updateTable('account')
      .set({ lastLoginAt: place('at') })
      .where('id', '=', place('id'))
      .compile(),
  ),
});

export const auditRow = (
  at: number,
  { actor, accountId, what, details = {} }: AuditEntry,
): AccountAuditRow => ({ id: randomUUID(), at, actor, accountId, what, details: toJson(details) });

export const accountOf = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  name: row.name,
  company: row.company,
  title: row.title,
  roles: rolesOf(row.roles),
  locale: locales.find((locale): locale is Locale => locale === row.locale),
  blocked: row.blocked === 1,
  pending: row.confirmedAt === null,
  passwordMark: row.passwordHash === null ? '' : hashOfSecret(row.passwordHash),
  createdAt: row.createdAt,
});

const rolesOf = (text: string): readonly Role[] => {
  const words = new Set(text.split(' '));
  return allRoles.filter((role) => words.has(role));
};

/** In their order, each once, ROLE_ATTENDEE always among them. */
export const rolesText = (roles: readonly Role[]): string =>
  allRoles.filter((role) => role === 'ROLE_ATTENDEE' || roles.includes(role)).join(' ');

export const searchTextOf = (account: Pick<AccountRow, 'emailKey' | 'email' | 'name' | 'company'>): string =>
  `${account.emailKey} ${account.email} ${account.name} ${account.company}`.normalize('NFKC').toLowerCase();
