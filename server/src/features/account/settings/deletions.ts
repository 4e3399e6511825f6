/** The end of accounts that were deleted: what other features still hold goes, however often it takes. */
import type { AccountParts } from '../deps.ts';
import type { Changing } from '../store.ts';

export class Deletions {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** Part of the change that deletes the account. */
  async note(trx: Changing, accountId: string): Promise<void> {
    await trx.insertInto('accountDeletion').values({ accountId, deletedAt: this.#parts.clock() }).execute();
  }

  /** Never rejects: a failure is logged, and tried again by `finishAll`. */
  async finish(accountId: string): Promise<void> {
    const { store, sessions, changes, personalData, log } = this.#parts;
    try {
      changes.rightsChanged(accountId);
      changes.accountChanged(accountId);
      await sessions.endAll(accountId);
      for (const held of personalData()) await held.erase(accountId);
      await store.change((trx) =>
        trx.deleteFrom('accountDeletion').where('accountId', '=', accountId).execute(),
      );
    } catch (fault) {
      log.warn({ err: fault }, 'a deleted account has left something; it is tried again');
    }
  }

  /** Finishes what is left over where this node, or another, ended in between, or where something failed. */
  async finishAll(): Promise<void> {
    const due = await this.#parts.store.read.selectFrom('accountDeletion').select('accountId').execute();
    for (const { accountId } of due) await this.finish(accountId);
  }
}
