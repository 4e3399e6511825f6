/** Sends queued invitations in small batches in the background, so that an import of thousands returns immediately. */
import type { AccountDeps } from '../deps.ts';
import { toAccount, type AccountTransaction } from '../store.ts';
import type { AccountRow } from '../tables.ts';
import { CoalescingTask } from '#platform/concurrency/coalescingTask';

const batchSize = 20;
/** How long a node that claimed an invitation is the only one to send it; renewed just before it is sent. */
const leaseMs = 120_000;
const retryAfterMs = 60_000;
const maxAgeMs = 3 * 24 * 3_600_000;

export class Invitations {
  private readonly deps: AccountDeps;
  private readonly sending = new CoalescingTask(() => this.sendAll());
  private stopped = false;

  constructor(deps: AccountDeps) {
    this.deps = deps;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.sending.settle();
  }

  async add(trx: AccountTransaction, accountId: string): Promise<void> {
    const due = { requestedAt: this.deps.clock(), leaseUntil: 0 };
    await trx
      .insertInto('accountInvitation')
      .values({ accountId, ...due })
      .onConflict((conflict) => conflict.column('accountId').doUpdateSet(due))
      .execute();
  }

  /** Starts sending. Call it after the transaction of `add` is committed, and periodically for those other nodes left. */
  wake(): void {
    if (!this.stopped && this.deps.mails.available) void this.sending.request();
  }

  private async sendAll(): Promise<void> {
    try {
      while (!this.stopped) {
        const { rows, until } = await this.claim();
        for (const row of rows) if (!this.stopped) await this.send(row, until);
        if (rows.length === 0) return;
      }
    } catch (error) {
      this.deps.log.warn({ err: error }, 'sending invitations failed');
    }
  }

  /** Renews the lease; false if another node has claimed the invitation. */
  private renewLease(accountId: string, until: number): Promise<boolean> {
    const { store, clock } = this.deps;
    return store.transaction(async (trx) => {
      const renewed = await trx
        .updateTable('accountInvitation')
        .set({ leaseUntil: clock() + leaseMs })
        .where('accountId', '=', accountId)
        .where('leaseUntil', '=', until)
        .returning('accountId')
        .executeTakeFirst();
      return renewed !== undefined;
    });
  }

  private async claim(): Promise<{ rows: AccountRow[]; until: number }> {
    const { store, clock } = this.deps;
    const now = clock();
    const until = now + leaseMs;
    return store.transaction(async (trx) => {
      await trx
        .deleteFrom('accountInvitation')
        .where('requestedAt', '<', now - maxAgeMs)
        .execute();
      const claimed = await trx
        .updateTable('accountInvitation')
        .set({ leaseUntil: until })
        .where('accountId', 'in', (due) =>
          due
            .selectFrom('accountInvitation')
            .select('accountId')
            .where('leaseUntil', '<=', now)
            .orderBy('requestedAt')
            .limit(batchSize),
        )
        .where('leaseUntil', '<=', now)
        .returning('accountId')
        .execute();
      if (claimed.length === 0) return { rows: [], until };
      const ids = claimed.map(({ accountId }) => accountId);
      return { rows: await trx.selectFrom('account').selectAll().where('id', 'in', ids).execute(), until };
    });
  }

  private async send(row: AccountRow, until: number): Promise<void> {
    const { store, links, mails, log, clock } = this.deps;
    // If the mail server is slow, another node may have claimed it since.
    if (!(await this.renewLease(row.id, until))) return;
    const { id, email, name, locale } = toAccount(row);
    try {
      const link = await store.transaction(async (trx) => {
        // Locks the account: a user who logs in another way at the same time invalidates the link or prevents it.
        const locked = await store.lock(trx, id);
        if (locked === undefined || locked.confirmedAt !== null || locked.blocked === 1) return undefined;
        return links.create(trx, { kind: 'invitation', accountId: id, email, emailKey: row.emailKey });
      });
      if (link !== undefined)
        await mails.deliver('invitation', { to: email, name, locale, url: mails.linkUrl(link.token) });
      await store.transaction((trx) =>
        trx.deleteFrom('accountInvitation').where('accountId', '=', id).execute(),
      );
    } catch (error) {
      log.warn({ err: error }, 'sending an invitation failed, will be retried');
      await store.transaction((trx) =>
        trx
          .updateTable('accountInvitation')
          .set({ leaseUntil: clock() + retryAfterMs })
          .where('accountId', '=', id)
          .execute(),
      );
    }
  }
}
