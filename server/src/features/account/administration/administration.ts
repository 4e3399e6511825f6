/** Actions of administrators on other accounts: list, add, change roles, block, reset the password. */
import type { AccountEntry, Locale, Role } from '@foyer/contract';
import { sql } from 'kysely';
import { actorName, lockForAdministrator } from './actor.ts';
import { newAccountRow } from '../directory.ts';
import { requireEmailAddress, isVerifiedKey } from '../emailAddress.ts';
import type { Invitations } from './invitations.ts';
import type { AccountDeps } from '../deps.ts';
import { checkPassword } from '../passwords/checkPassword.ts';
import { toAccount, formatRoles, type AccountTransaction } from '../store.ts';
import type { AccountRow } from '../tables.ts';
import type { Caller } from '#platform/http/route';
import { ApiError } from '#platform/apiError';
import { UniqueViolation } from '#platform/storage/errors';
import { ticketPlatforms } from '#platform/tickets';

const defaultPageSize = 100;

/** How a link was delivered: by mail, or as `url` in the response if the server cannot send mails. */
export interface LinkDelivery {
  readonly sent: boolean;
  readonly url?: string;
}

export interface NewAccountInput {
  readonly email: string;
  readonly name?: string | undefined;
  readonly company?: string | undefined;
  readonly title?: string | undefined;
  readonly roles?: readonly Role[] | undefined;
  readonly locale?: Locale | undefined;
  readonly password?: string | undefined;
}

export class Administration {
  private readonly deps: AccountDeps;
  private readonly invitations: Invitations;

  constructor(deps: AccountDeps, invitations: Invitations) {
    this.deps = deps;
    this.invitations = invitations;
  }

  /** Accounts ordered by email; `nextCursor` is the cursor of the next page, if there is one. */
  async list(input: {
    q?: string | undefined;
    cursor?: string | undefined;
    limit?: number | undefined;
  }): Promise<{ accounts: AccountEntry[]; nextCursor?: string }> {
    let query = this.deps.store.read.selectFrom('account').selectAll();
    const search = input.q?.normalize('NFKC').trim().toLowerCase() ?? '';
    if (search !== '') {
      const pattern = `%${search.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`;
      query = query.where(sql<boolean>`${sql.ref('searchText')} like ${pattern} escape '\\'`);
    }
    if (input.cursor !== undefined) query = query.where('emailKey', '>', input.cursor);
    const limit = input.limit ?? defaultPageSize;
    const found = await query
      .orderBy('emailKey')
      .limit(limit + 1)
      .execute();
    const rows = found.slice(0, limit);
    const nextCursor = found.length > limit ? rows.at(-1)?.emailKey : undefined;
    return { accounts: await this.entries(rows), ...(nextCursor === undefined ? {} : { nextCursor }) };
  }

  async add(
    caller: Caller,
    given: NewAccountInput,
  ): Promise<{ account: AccountEntry; invitation?: LinkDelivery }> {
    const { store, hasher, clock } = this.deps;
    const address = requireEmailAddress(given.email);
    const { password } = given;
    if (password !== undefined) checkPassword(password, address.key);
    const passwordHash = password === undefined ? undefined : await hasher.hash(password);
    const confirmed = passwordHash !== undefined;
    const row = newAccountRow(address, { ...given, now: clock(), confirmed, passwordHash });
    const invitation = await this.rejectDuplicate(() =>
      store.transaction(async (trx) => {
        await lockForAdministrator(store, trx, { caller, ids: [] });
        await store.insert(trx, row);
        const details = { roles: row.roles, invited: !confirmed };
        await this.audit(trx, caller, { accountId: row.id, what: 'added', details });
        return confirmed ? undefined : await this.invite(trx, row);
      }),
    );
    this.invitations.wake();
    return { account: await this.entry(row), ...(invitation === undefined ? {} : { invitation }) };
  }

  async setRoles(caller: Caller, userId: string, roles: readonly Role[]): Promise<AccountEntry> {
    const { store, links, changes } = this.deps;
    if (isOwnAccount(caller, userId) && !roles.includes('ROLE_ADMIN'))
      throw new ApiError(
        'conflict',
        'You cannot remove your own administrator role; ask another administrator.',
      );
    const row = await store.transaction(async (trx) => {
      const before = await this.requireLocked(trx, caller, userId);
      const after = await store.update(trx, userId, { roles: formatRoles(roles) });
      if (roles.includes('ROLE_ADMIN')) await links.deleteKind(trx, 'firstAdministrator');
      const details = { before: before.roles, after: after.roles };
      await this.audit(trx, caller, { accountId: userId, what: 'roles', details });
      return after;
    });
    changes.rightsChanged(userId);
    changes.accountChanged(userId);
    return this.entry(row);
  }

  /** A block takes effect immediately: sessions end and the links of earlier mails become invalid. */
  async setBlocked(caller: Caller, userId: string, blocked: boolean): Promise<AccountEntry> {
    const { store, links, sessions, changes } = this.deps;
    if (isOwnAccount(caller, userId) && blocked) throw new ApiError('conflict', 'You cannot block yourself.');
    const row = await store.transaction(async (trx) => {
      await this.requireLocked(trx, caller, userId);
      if (blocked) await links.deleteAllOf(trx, userId);
      await this.audit(trx, caller, { accountId: userId, what: blocked ? 'blocked' : 'unblocked' });
      return store.update(trx, userId, { blocked: blocked ? 1 : 0 });
    });
    if (blocked) await sessions.endAll(userId);
    changes.rightsChanged(userId);
    changes.accountChanged(userId);
    return this.entry(row);
  }

  async resetPassword(caller: Caller, userId: string): Promise<LinkDelivery> {
    const { store, links, mails } = this.deps;
    const { delivery, row, token } = await store.transaction(async (trx) => {
      const found = await this.requireLocked(trx, caller, userId);
      if (found.blocked === 1) throw new ApiError('conflict', 'This account is blocked: unblock it first.');
      await this.audit(trx, caller, { accountId: userId, what: 'resetSent' });
      if (found.confirmedAt === null) return { delivery: await this.invite(trx, found), row: found };
      if (found.passwordHash === null && (await this.hasProvider(trx, userId)))
        throw new ApiError('conflict', 'This user logs in through an identity provider and has no password.');
      const { id: accountId, email, emailKey } = found;
      const link = await links.create(trx, { kind: 'passwordReset', accountId, email, emailKey });
      const url = mails.linkUrl(link.token);
      return {
        delivery: mails.available ? { sent: true } : { sent: false, url },
        row: found,
        token: link.token,
      };
    });
    if (token === undefined) this.invitations.wake();
    else {
      const { email: to, locale } = toAccount(row);
      mails.send('passwordReset', { to, locale, url: mails.linkUrl(token) });
    }
    return delivery;
  }

  private async invite(trx: AccountTransaction, row: AccountRow): Promise<LinkDelivery> {
    const { links, mails } = this.deps;
    const { id: accountId, email, emailKey } = row;
    if (mails.available) {
      await this.invitations.add(trx, accountId);
      return { sent: true };
    }
    const { token } = await links.create(trx, { kind: 'invitation', accountId, email, emailKey });
    return { sent: false, url: mails.linkUrl(token) };
  }

  /** Locks the account to change. Throws `forbidden` if the caller has meanwhile lost the administrator role. */
  private async requireLocked(trx: AccountTransaction, caller: Caller, userId: string): Promise<AccountRow> {
    const rows = await lockForAdministrator(this.deps.store, trx, { caller, ids: [userId] });
    const row = rows.find(({ id }) => id === userId);
    if (row === undefined) throw new ApiError('notFound', 'Account not found.');
    return row;
  }

  /** Ticket platforms do not count: a ticket gives no access to an account with more than ROLE_ATTENDEE. */
  private async hasProvider(trx: AccountTransaction, accountId: string): Promise<boolean> {
    const identities = await this.deps.store.identitiesOf([accountId], trx);
    return identities.some(({ provider }) => !ticketPlatforms.includes(provider));
  }

  private audit(
    trx: AccountTransaction,
    caller: Caller,
    entry: { accountId: string; what: string; details?: Readonly<Record<string, unknown>> },
  ): Promise<void> {
    return this.deps.store.audit(trx, this.deps.clock(), { actor: actorName(caller), ...entry });
  }

  private async rejectDuplicate<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      throw new ApiError('duplicateAccount', 'An account with this email exists already.');
    }
  }

  private async entry(row: AccountRow): Promise<AccountEntry> {
    const [entry] = await this.entries([row]);
    if (entry === undefined) throw new Error('The account has no list entry');
    return entry;
  }

  private async entries(rows: readonly AccountRow[]): Promise<AccountEntry[]> {
    const identities = await this.deps.store.identitiesOf(rows.map(({ id }) => id));
    return rows.map((row) => {
      const { id, email, name, roles, blocked, pending, createdAt } = toAccount(row);
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

const isOwnAccount = (caller: Caller, userId: string): boolean =>
  caller.kind === 'account' && caller.accountId === userId;
