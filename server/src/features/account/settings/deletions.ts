/** Finishes the deletion of accounts: erases the data of all features, retrying until it succeeds. */
import type { AccountDeps } from '../deps.ts';
import type { AccountTransaction } from '../store.ts';

export class Deletions {
  private readonly deps: AccountDeps;

  constructor(deps: AccountDeps) {
    this.deps = deps;
  }

  /** Records the deletion; part of the transaction that deletes the account. */
  async add(trx: AccountTransaction, accountId: string): Promise<void> {
    await trx.insertInto('accountDeletion').values({ accountId, deletedAt: this.deps.clock() }).execute();
  }

  /** Never rejects: logs a failure, which `finishAll` retries. */
  async finish(accountId: string): Promise<void> {
    const { store, sessions, changes, personalData, log } = this.deps;
    try {
      changes.rightsChanged(accountId);
      changes.accountChanged(accountId);
      await sessions.endAll(accountId);
      await personalData.erase(accountId);
      await store.transaction((trx) =>
        trx.deleteFrom('accountDeletion').where('accountId', '=', accountId).execute(),
      );
    } catch (error) {
      log.warn({ err: error }, 'account deletion not finished, will be retried');
    }
  }

  /** Finishes deletions that failed or were interrupted by the end of this or another node. */
  async finishAll(): Promise<void> {
    const due = await this.deps.store.read.selectFrom('accountDeletion').select('accountId').execute();
    for (const { accountId } of due) await this.finish(accountId);
  }
}
