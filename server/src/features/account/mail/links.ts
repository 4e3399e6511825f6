/** Links of mails: 256 random bits that work once and not for ever, kept as their hash. */
import {
  accountLinkKinds,
  confirmationMs,
  invitationMs,
  passwordResetMs,
  type AccountLinkKind,
} from '@foyer/contract';
import type { AccountStore, Changing } from '../store.ts';
import type { AccountLinkRow } from '../tables.ts';
import type { Clock } from '#platform/clock';
import { Refusal } from '#platform/refusal';
import { hashOfSecret, newSecret } from '#platform/secret';

const lifeMs: Readonly<Record<AccountLinkKind, number>> = {
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
  new Refusal('linkExpired', 'This link has been used already, or it is too old. Ask for another one.');

export class AccountLinks {
  readonly #store: AccountStore;
  readonly #clock: Clock;

  constructor(store: AccountStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Makes a link. Returns its token, which stands nowhere else. */
  async make(trx: Changing, link: NewLink): Promise<{ token: string; expiresAt: number }> {
    const now = this.#clock();
    const token = newSecret();
    const expiresAt = now + lifeMs[link.kind];
    await trx.deleteFrom('accountLink').where('expiresAt', '<=', now).execute();
    await trx
      .insertInto('accountLink')
      .values({
        tokenHash: hashOfSecret(token),
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

  /** What a token stands for; refuses with `linkExpired` any other than of these kinds. */
  async read(token: string, kinds: readonly AccountLinkKind[] = accountLinkKinds): Promise<Link> {
    const row = await this.#store.read
      .selectFrom('accountLink')
      .selectAll()
      .where('tokenHash', '=', hashOfSecret(token))
      .where('expiresAt', '>', this.#clock())
      .executeTakeFirst();
    return linkOf(row, kinds);
  }

  /** Takes a link away; of many callers one gets it, the others are refused. */
  async burn(trx: Changing, token: string, kinds: readonly AccountLinkKind[]): Promise<Link> {
    const row = await trx
      .deleteFrom('accountLink')
      .where('tokenHash', '=', hashOfSecret(token))
      .where('expiresAt', '>', this.#clock())
      .returningAll()
      .executeTakeFirst();
    return linkOf(row, kinds);
  }

  /** After a change of password or email no earlier mail may change it again. */
  async dropOf(trx: Changing, accountId: string): Promise<void> {
    await trx.deleteFrom('accountLink').where('accountId', '=', accountId).execute();
  }

  /** All links of a kind, or those of it that went to one address. */
  async dropKind(trx: Changing, kind: AccountLinkKind, emailKey?: string): Promise<void> {
    let dropping = trx.deleteFrom('accountLink').where('kind', '=', kind);
    if (emailKey !== undefined) dropping = dropping.where('emailKey', '=', emailKey);
    await dropping.execute();
  }
}

function linkOf(row: AccountLinkRow | undefined, kinds: readonly AccountLinkKind[]): Link {
  const kind = kinds.find((wanted) => wanted === row?.kind);
  if (row === undefined || kind === undefined) throw expired();
  return { ...row, kind };
}
