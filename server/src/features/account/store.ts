/** Database queries for accounts, their identities at providers and their audit log. */
import { randomUUID } from 'node:crypto';
import { sql, type CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { locales, roles as allRoles, type Locale, type Role } from '@foyer/contract';
import type { AccountAuditRow, AccountIdentityRow, AccountRow, AccountTables } from './tables.ts';
import type { Account } from '#platform/identity';
import { hashSecret } from '#platform/secret';
import { toJson } from '#platform/storage/columns';
import { inElements } from '#platform/storage/jsonElements';
import { prepareQuery } from '#platform/storage/prepared';
import type { Storage } from '#platform/storage/storage';

export type AccountReader = Kysely<AccountTables>;
export type AccountTransaction = Transaction<AccountTables>;

/** An entry of the audit log; `details` must not contain secrets. */
export interface AuditEntry {
  readonly actor: string;
  readonly accountId: string;
  readonly what: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export class AccountStore {
  private readonly storage: Storage<AccountTables>;
  private readonly queries: ReturnType<typeof preparedQueries>;

  constructor(storage: Storage<AccountTables>) {
    this.storage = storage;
    this.queries = preparedQueries(storage);
  }

  get read(): AccountReader {
    return this.storage.read;
  }

  /** For queries that are compiled first and executed by `writeAll`; also sees writes that are not on disk yet. */
  get writing(): AccountReader {
    return this.storage.db;
  }

  /** Executes the queries in one transaction, however many they are. */
  async writeAll(queries: readonly CompiledQuery[]): Promise<void> {
    await this.storage.atomic(queries);
  }

  transaction<T>(work: (trx: AccountTransaction) => Promise<T>): Promise<T> {
    return this.storage.db.transaction().execute(work);
  }

  async byId(id: string, within: AccountReader = this.read): Promise<AccountRow | undefined> {
    return (await within.executeQuery(this.queries.byId({ id }))).rows[0];
  }

  async byIds(ids: readonly string[]): Promise<readonly AccountRow[]> {
    if (ids.length === 0) return [];
    return (await this.read.executeQuery(this.queries.byIds({ ids: JSON.stringify(ids) }))).rows;
  }

  async byEmail(emailKey: string, within: AccountReader = this.read): Promise<AccountRow | undefined> {
    return (await within.executeQuery(this.queries.byEmail({ emailKey }))).rows[0];
  }

  /** Locks an account until the transaction ends, on both engines. */
  lock(trx: AccountTransaction, id: string): Promise<AccountRow | undefined> {
    return trx
      .updateTable('account')
      .set({ blocked: sql`blocked` })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
  }

  /** Locks the accounts that exist, ordered by id to avoid deadlocks. */
  async lockAll(trx: AccountTransaction, ids: readonly string[]): Promise<readonly AccountRow[]> {
    const rows: AccountRow[] = [];
    for (const id of [...new Set(ids)].toSorted()) {
      const row = await this.lock(trx, id);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  }

  async insert(trx: AccountTransaction, row: AccountRow): Promise<void> {
    await trx.insertInto('account').values(row).execute();
  }

  update(trx: AccountTransaction, id: string, values: Partial<Omit<AccountRow, 'id'>>): Promise<AccountRow> {
    return trx
      .updateTable('account')
      .set(values)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
  }

  async delete(trx: AccountTransaction, id: string): Promise<void> {
    await trx.deleteFrom('account').where('id', '=', id).execute();
  }

  /** Invalidates the links of all mails sent so far and cancels a queued invitation. */
  async deletePendingMails(trx: AccountTransaction, accountId: string): Promise<void> {
    await trx.deleteFrom('accountLink').where('accountId', '=', accountId).execute();
    await trx.deleteFrom('accountInvitation').where('accountId', '=', accountId).execute();
  }

  async deleteIdentities(
    trx: AccountTransaction,
    accountId: string,
    providers: readonly string[],
  ): Promise<void> {
    await trx
      .deleteFrom('accountIdentity')
      .where('accountId', '=', accountId)
      .where('provider', 'in', [...providers])
      .execute();
  }

  async recordLogin(id: string, at: number): Promise<void> {
    await this.storage.atomic([this.queries.noteLogin({ id, at })]);
  }

  /** Ids of administrators that can sign in. */
  async administrators(within: AccountReader = this.read): Promise<readonly string[]> {
    const rows = await this.activeAdministrators(within).execute();
    return rows.map(({ id }) => id);
  }

  async hasAdministrator(within: AccountReader = this.read): Promise<boolean> {
    return (await this.activeAdministrators(within).limit(1).executeTakeFirst()) !== undefined;
  }

  private activeAdministrators(within: AccountReader) {
    return within
      .selectFrom('account')
      .select('id')
      .where('roles', 'like', '%ROLE_ADMIN%')
      .where('confirmedAt', 'is not', null)
      .where('blocked', '=', 0);
  }

  /** The account linked to an identity at a provider. */
  byIdentity(
    { provider, subject }: { readonly provider: string; readonly subject: string },
    within: AccountReader = this.read,
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
    within: AccountReader = this.read,
  ): Promise<readonly AccountIdentityRow[]> {
    if (accountIds.length === 0) return Promise.resolve([]);
    return within
      .selectFrom('accountIdentity')
      .selectAll()
      .where('accountId', 'in', [...accountIds])
      .orderBy('provider')
      .execute();
  }

  async addIdentity(trx: AccountTransaction, identity: AccountIdentityRow): Promise<void> {
    await trx.insertInto('accountIdentity').values(identity).execute();
  }

  async audit(trx: AccountTransaction, at: number, entry: AuditEntry): Promise<void> {
    await trx.insertInto('accountAudit').values(auditRow(at, entry)).execute();
  }

  /** The audit log of an account, oldest first. */
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

/** All columns by name, so that PostgreSQL keeps the plan of a prepared query. */
const accountColumns = [
  'id',
  'emailKey',
  'email',
  'name',
  'company',
  'title',
  'roles',
  'locale',
  'blocked',
  'confirmedAt',
  'passwordHash',
  'createdAt',
  'lastLoginAt',
  'searchText',
] as const;

/** Prepared queries of signing in and connecting. */
const preparedQueries = ({ db, read, engine }: Storage<AccountTables>) => ({
  byId: prepareQuery<{ id: string }, AccountRow>((param) =>
    read.selectFrom('account').select(accountColumns).where('id', '=', param('id')).compile(),
  ),
  byIds: prepareQuery<{ ids: string }, AccountRow>((param) =>
    read
      .selectFrom('account')
      .select(accountColumns)
      .where(sql<boolean>`"id" ${inElements(engine, param('ids'))}`)
      .compile(),
  ),
  byEmail: prepareQuery<{ emailKey: string }, AccountRow>((param) =>
    read.selectFrom('account').selectAll().where('emailKey', '=', param('emailKey')).compile(),
  ),
  noteLogin: prepareQuery<{ id: string; at: number }>((param) =>
    db
      .updateTable('account')
      .set({ lastLoginAt: param('at') })
      .where('id', '=', param('id'))
      .compile(),
  ),
});

export const auditRow = (
  at: number,
  { actor, accountId, what, details = {} }: AuditEntry,
): AccountAuditRow => ({ id: randomUUID(), at, actor, accountId, what, details: toJson(details) });

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  name: row.name,
  company: row.company,
  title: row.title,
  roles: parseRoles(row.roles),
  locale: locales.find((locale): locale is Locale => locale === row.locale),
  blocked: row.blocked === 1,
  pending: row.confirmedAt === null,
  passwordFingerprint: row.passwordHash === null ? '' : hashSecret(row.passwordHash),
  createdAt: row.createdAt,
});

const parseRoles = (text: string): readonly Role[] => {
  const words = new Set(text.split(' '));
  return allRoles.filter((role) => words.has(role));
};

/** The stored form: in the contract's order, without duplicates, always with ROLE_ATTENDEE. */
export const formatRoles = (roles: readonly Role[]): string =>
  allRoles.filter((role) => role === 'ROLE_ATTENDEE' || roles.includes(role)).join(' ');

export const searchTextOf = (account: Pick<AccountRow, 'emailKey' | 'email' | 'name' | 'company'>): string =>
  `${account.emailKey} ${account.email} ${account.name} ${account.company}`.normalize('NFKC').toLowerCase();
