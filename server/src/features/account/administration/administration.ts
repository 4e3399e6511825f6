/** What administrators do with the accounts of others. */
import type { AccountEntry, Locale, Role } from '@foyer/contract';
import { sql } from 'kysely';
import { actorOf, lockForAdministrator } from './actor.ts';
import { newAccount } from '../directory.ts';
import { emailAddress, isVerifiedKey } from '../emailAddress.ts';
import type { Invitations } from './invitations.ts';
import type { AccountParts } from '../deps.ts';
import { checkPassword } from '../passwords/checkPassword.ts';
import { accountOf, rolesText, type Changing } from '../store.ts';
import type { AccountRow } from '../tables.ts';
import type { Caller } from '#platform/http/route';
import { Refusal } from '#platform/refusal';
import { UniqueViolation } from '#platform/storage/faults';
import { ticketPlatforms } from '#platform/tickets';

const listed = 100;

/** What was done about telling a person; `url` is the link itself where no mail can be sent. */
export interface LinkAnswer {
  readonly sent: boolean;
  readonly url?: string;
}

export interface AddedAccount {
  readonly email: string;
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  readonly title?: string | undefined;
  readonly roles?: readonly Role[] | undefined;
  readonly locale?: Locale | undefined;
  readonly password?: string | undefined;
}

export class Administration {
  readonly #parts: AccountParts;
  readonly #invitations: Invitations;

  constructor(parts: AccountParts, invitations: Invitations) {
    this.#parts = parts;
    this.#invitations = invitations;
  }

  /** Accounts by email; `next` leads to those after them, if there are any. */
  async list(asked: {
    q?: string | undefined;
    after?: string | undefined;
    limit?: number | undefined;
  }): Promise<{ accounts: AccountEntry[]; next?: string }> {
    let query = this.#parts.store.read.selectFrom('account').selectAll();
    const wanted = asked.q?.normalize('NFKC').trim().toLowerCase() ?? '';
    if (wanted !== '') {
      const pattern = `%${wanted.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
      query = query.where(sql<boolean>`${sql.ref('searchText')} like ${pattern} escape '\\'`);
    }
    if (asked.after !== undefined) query = query.where('emailKey', '>', asked.after);
    const limit = asked.limit ?? listed;
    const found = await query
      .orderBy('emailKey')
      .limit(limit + 1)
      .execute();
    const rows = found.slice(0, limit);
    const next = found.length > limit ? rows.at(-1)?.emailKey : undefined;
    return { accounts: await this.#entries(rows), ...(next === undefined ? {} : { next }) };
  }

  async add(
    caller: Caller,
    given: AddedAccount,
  ): Promise<{ account: AccountEntry; invitation?: LinkAnswer }> {
    const { store, hasher, clock } = this.#parts;
    const address = emailAddress(given.email);
    if (address === undefined)
      throw new Refusal('invalidInput', 'The field email does not fit: this is not an email address.');
    const { password } = given;
    if (password !== undefined) checkPassword(password, address.key);
    const passwordHash = password === undefined ? undefined : await hasher.hash(password);
    const confirmed = passwordHash !== undefined;
    const row = newAccount(address, { ...given, now: clock(), confirmed, passwordHash });
    const invitation = await this.#unlessTaken(() =>
      store.change(async (trx) => {
        await lockForAdministrator(store, trx, { caller, ids: [] });
        await store.insert(trx, row);
        const details = { roles: row.roles, invited: !confirmed };
        await this.#audit(trx, caller, { accountId: row.id, what: 'added', details });
        return confirmed ? undefined : await this.#invite(trx, row);
      }),
    );
    this.#invitations.wake();
    return { account: await this.#entry(row), ...(invitation === undefined ? {} : { invitation }) };
  }

  async setRoles(caller: Caller, userId: string, roles: readonly Role[]): Promise<AccountEntry> {
    const { store, links, changes } = this.#parts;
    if (isSelf(caller, userId) && !roles.includes('ROLE_ADMIN'))
      throw new Refusal('conflict', 'Nobody takes the administration away from themselves: ask another one.');
    const row = await store.change(async (trx) => {
      const before = await this.#locked(trx, caller, userId);
      const after = await store.update(trx, userId, { roles: rolesText(roles) });
      if (roles.includes('ROLE_ADMIN')) await links.dropKind(trx, 'firstAdministrator');
      const details = { before: before.roles, after: after.roles };
      await this.#audit(trx, caller, { accountId: userId, what: 'roles', details });
      return after;
    });
    changes.rightsChanged(userId);
    changes.accountChanged(userId);
    return this.#entry(row);
  }

  /** A block holds at once: sessions end, and the links of earlier mails lead nowhere. */
  async setBlocked(caller: Caller, userId: string, blocked: boolean): Promise<AccountEntry> {
    const { store, links, sessions, changes } = this.#parts;
    if (isSelf(caller, userId) && blocked) throw new Refusal('conflict', 'Nobody blocks themselves.');
    const row = await store.change(async (trx) => {
      await this.#locked(trx, caller, userId);
      if (blocked) await links.dropOf(trx, userId);
      await this.#audit(trx, caller, { accountId: userId, what: blocked ? 'blocked' : 'unblocked' });
      return store.update(trx, userId, { blocked: blocked ? 1 : 0 });
    });
    if (blocked) await sessions.endAll(userId);
    changes.rightsChanged(userId);
    changes.accountChanged(userId);
    return this.#entry(row);
  }

  async reset(caller: Caller, userId: string): Promise<LinkAnswer> {
    const { store, links, mails } = this.#parts;
    const { answer, row, token } = await store.change(async (trx) => {
      const found = await this.#locked(trx, caller, userId);
      if (found.blocked === 1) throw new Refusal('conflict', 'This account is blocked: let it in first.');
      await this.#audit(trx, caller, { accountId: userId, what: 'resetSent' });
      if (found.confirmedAt === null) return { answer: await this.#invite(trx, found), row: found };
      if (found.passwordHash === null && (await this.#hasProvider(trx, userId)))
        throw new Refusal('conflict', 'This person logs in through a provider, and has no password here.');
      const { id: accountId, email, emailKey } = found;
      const link = await links.make(trx, { kind: 'passwordReset', accountId, email, emailKey });
      const url = mails.linkUrl(link.token);
      return {
        answer: mails.available ? { sent: true } : { sent: false, url },
        row: found,
        token: link.token,
      };
    });
    if (token === undefined) this.#invitations.wake();
    else {
      const { email: to, locale } = accountOf(row);
      mails.send('passwordReset', { to, locale, url: mails.linkUrl(token) });
    }
    return answer;
  }

  async #invite(trx: Changing, row: AccountRow): Promise<LinkAnswer> {
    const { links, mails } = this.#parts;
    const { id: accountId, email, emailKey } = row;
    if (mails.available) {
      await this.#invitations.add(trx, accountId);
      return { sent: true };
    }
    const { token } = await links.make(trx, { kind: 'invitation', accountId, email, emailKey });
    return { sent: false, url: mails.linkUrl(token) };
  }

  /** The account that is to be changed; by an administrator, which a request that was on its way may not find them to be. */
  async #locked(trx: Changing, caller: Caller, userId: string): Promise<AccountRow> {
    const rows = await lockForAdministrator(this.#parts.store, trx, { caller, ids: [userId] });
    const row = rows.find(({ id }) => id === userId);
    if (row === undefined) throw new Refusal('notFound', 'There is no such account.');
    return row;
  }

  /** A ticket is none: whoever is given more than attending, which no ticket opens, needs another way in. */
  async #hasProvider(trx: Changing, accountId: string): Promise<boolean> {
    const identities = await this.#parts.store.identitiesOf([accountId], trx);
    return identities.some(({ provider }) => !ticketPlatforms.includes(provider));
  }

  #audit(
    trx: Changing,
    caller: Caller,
    entry: { accountId: string; what: string; details?: Readonly<Record<string, unknown>> },
  ): Promise<void> {
    return this.#parts.store.audit(trx, this.#parts.clock(), { actor: actorOf(caller), ...entry });
  }

  async #unlessTaken<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (fault) {
      if (!(fault instanceof UniqueViolation)) throw fault;
      throw new Refusal('duplicateAccount', 'There is an account with this email already.');
    }
  }

  async #entry(row: AccountRow): Promise<AccountEntry> {
    const [entry] = await this.#entries([row]);
    if (entry === undefined) throw new Error('an account has no entry');
    return entry;
  }

  async #entries(rows: readonly AccountRow[]): Promise<AccountEntry[]> {
    const identities = await this.#parts.store.identitiesOf(rows.map(({ id }) => id));
    return rows.map((row) => {
      const { id, email, name, roles, blocked, pending, createdAt } = accountOf(row);
      const providers = identities
        .filter(({ accountId }) => accountId === id)
        .map(({ provider }) => provider);
      return {
        userId: id,
        email,
        emailVerified: isVerifiedKey(row.emailKey),
        name,
        roles: [...roles],
        blocked,
        pending,
        providers: [...new Set(providers)],
        createdAt,
        lastLoginAt: row.lastLoginAt,
      };
    });
  }
}

const isSelf = (caller: Caller, userId: string): boolean =>
  caller.kind === 'account' && caller.accountId === userId;
