/** Sends the invitations that are due, a few at a time: a list of thousands is imported at once and mailed in peace. */
import type { AccountParts } from '../deps.ts';
import { accountOf, type Changing } from '../store.ts';
import type { AccountRow } from '../tables.ts';

const batch = 20;
/** Whoever has taken invitations up has them for so long, should it end in between, and each one anew when it is sent. */
const takenMs = 120_000;
const againMs = 60_000;
const givenUpMs = 3 * 24 * 3_600_000;

export class Invitations {
  readonly #parts: AccountParts;
  #sending: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#sending;
  }

  async add(trx: Changing, accountId: string): Promise<void> {
    const due = { requestedAt: this.#parts.clock(), takenUntil: 0 };
    await trx
      .insertInto('accountInvitation')
      .values({ accountId, ...due })
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet(due))
      .execute();
  }

  /** To be called after what `add` was part of has been committed, and now and then: another node may have left some. */
  wake(): void {
    if (this.#stopped || !this.#parts.mails.available) return;
    this.#again = true;
    this.#sending ??= this.#sendAll()
      .catch((fault: unknown) => this.#parts.log.warn({ err: fault }, 'invitations could not be sent'))
      .finally(() => {
        this.#sending = undefined;
        if (this.#again) this.wake();
      });
  }

  async #sendAll(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      for (;;) {
        const { rows, until } = await this.#take();
        for (const row of rows) if (!this.#stopped) await this.#send(row, until);
        if (rows.length === 0 || this.#stopped) break;
      }
    }
  }

  /** False where this one is not ours any more. */
  #renew(accountId: string, until: number): Promise<boolean> {
    const { store, clock } = this.#parts;
    return store.change(async (trx) => {
      const renewed = await trx
        .updateTable('accountInvitation')
        .set({ takenUntil: clock() + takenMs })
        .where('accountId', '=', accountId)
        .where('takenUntil', '=', until)
        .returning('accountId')
        .executeTakeFirst();
      return renewed !== undefined;
    });
  }

  async #take(): Promise<{ rows: AccountRow[]; until: number }> {
    const { store, clock } = this.#parts;
    const now = clock();
    const until = now + takenMs;
    return store.change(async (trx) => {
      await trx
        .deleteFrom('accountInvitation')
        .where('requestedAt', '<', now - givenUpMs)
        .execute();
      const taken = await trx
        .updateTable('accountInvitation')
        .set({ takenUntil: until })
        .where('accountId', 'in', (due) =>
          due
            .selectFrom('accountInvitation')
            .select('accountId')
            .where('takenUntil', '<=', now)
            .orderBy('requestedAt')
            .limit(batch),
        )
        .where('takenUntil', '<=', now)
        .returning('accountId')
        .execute();
      if (taken.length === 0) return { rows: [], until };
      const ids = taken.map(({ accountId }) => accountId);
      return { rows: await trx.selectFrom('account').selectAll().where('id', 'in', ids).execute(), until };
    });
  }

  async #send(row: AccountRow, until: number): Promise<void> {
    const { store, links, mails, log, clock } = this.#parts;
    // Where the mail server is slow, another node may have taken it up since.
    if (!(await this.#renew(row.id, until))) return;
    const { id, email, name, locale } = accountOf(row);
    try {
      const link = await store.change(async (trx) => {
        // Locked: whoever comes in at this moment by another way drops its link, or it is not made.
        const locked = await store.lock(trx, id);
        if (locked === undefined || locked.confirmedAt !== null || locked.blocked === 1) return undefined;
        return links.make(trx, { kind: 'invitation', accountId: id, email, emailKey: row.emailKey });
      });
      if (link !== undefined)
        await mails.deliver('invitation', { to: email, name, locale, url: mails.linkUrl(link.token) });
      await store.change((trx) => trx.deleteFrom('accountInvitation').where('accountId', '=', id).execute());
    } catch (fault) {
      log.warn({ err: fault }, 'an invitation was not taken; it is sent again later');
      await store.change((trx) =>
        trx
          .updateTable('accountInvitation')
          .set({ takenUntil: clock() + againMs })
          .where('accountId', '=', id)
          .execute(),
      );
    }
  }
}
