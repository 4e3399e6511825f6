/** Links in mails: 256-bit random tokens that work once and expire. The database stores only their hash. */
import {
  accountLinkKinds,
  confirmationMs,
  invitationMs,
  passwordResetMs,
  type AccountLinkKind,
} from '@foyer/contract';
import type { AccountStore, AccountTransaction } from '../store.ts';
import type { AccountLinkRow } from '../tables.ts';
import type { Clock } from '#platform/clock';
import { ApiError } from '#platform/apiError';
import { hashSecret, createSecret } from '#platform/secret';

const lifetimeMs: Readonly<Record<AccountLinkKind, number>> = {
  passwordReset: passwordResetMs,
  invitation: invitationMs,
  registration: confirmationMs,
  emailChange: confirmationMs,
  firstAdministrator: invitationMs,
};

export interface Link extends AccountLinkRow {
  readonly kind: AccountLinkKind;
}

export interface NewLink {
  readonly kind: AccountLinkKind;
  readonly accountId?: string | undefined;
  readonly email: string;
  readonly emailKey: string;
  readonly returnTo?: string | undefined;
  readonly registration?: string | undefined;
}

const expired = () =>
  new ApiError('linkExpired', 'This link has been used or has expired. Request a new one.');

export class AccountLinks {
  private readonly store: AccountStore;
  private readonly clock: Clock;

  constructor(store: AccountStore, clock: Clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Creates a link. Returns its token, which is not stored. */
  async create(trx: AccountTransaction, link: NewLink): Promise<{ token: string; expiresAt: number }> {
    const now = this.clock();
    const token = createSecret();
    const expiresAt = now + lifetimeMs[link.kind];
    await trx
      .insertInto('accountLink')
      .values({
        tokenHash: hashSecret(token),
        kind: link.kind,
        accountId: link.accountId ?? null,
        email: link.email,
        emailKey: link.emailKey,
        returnTo: link.returnTo ?? null,
        registration: link.registration ?? null,
        createdAt: now,
        expiresAt,
      })
      .execute();
    return { token, expiresAt };
  }

  /** The link of a token. Throws `linkExpired` if it is invalid or of another kind. */
  async read(token: string, kinds: readonly AccountLinkKind[] = accountLinkKinds): Promise<Link> {
    const row = await this.store.read
      .selectFrom('accountLink')
      .selectAll()
      .where('tokenHash', '=', hashSecret(token))
      .where('expiresAt', '>', this.clock())
      .executeTakeFirst();
    return requireLink(row, kinds);
  }

  /** Deletes and returns a link. Of concurrent callers one succeeds; the others get `linkExpired`. */
  async consume(trx: AccountTransaction, token: string, kinds: readonly AccountLinkKind[]): Promise<Link> {
    const row = await trx
      .deleteFrom('accountLink')
      .where('tokenHash', '=', hashSecret(token))
      .where('expiresAt', '>', this.clock())
      .returningAll()
      .executeTakeFirst();
    return requireLink(row, kinds);
  }

  async deleteExpired(): Promise<void> {
    const now = this.clock();
    await this.store.transaction((trx) =>
      trx.deleteFrom('accountLink').where('expiresAt', '<=', now).execute(),
    );
  }

  /** Deletes the links of an account, so that no earlier mail can change its password or email again. */
  async deleteAllOf(trx: AccountTransaction, accountId: string): Promise<void> {
    await trx.deleteFrom('accountLink').where('accountId', '=', accountId).execute();
  }

  /** Deletes the links of a kind; with `emailKey` only those sent to this address. */
  async deleteKind(trx: AccountTransaction, kind: AccountLinkKind, emailKey?: string): Promise<void> {
    let query = trx.deleteFrom('accountLink').where('kind', '=', kind);
    if (emailKey !== undefined) query = query.where('emailKey', '=', emailKey);
    await query.execute();
  }
}

function requireLink(row: AccountLinkRow | undefined, kinds: readonly AccountLinkKind[]): Link {
  const kind = kinds.find((wanted) => wanted === row?.kind);
  if (row === undefined || kind === undefined) throw expired();
  return { ...row, kind };
}
