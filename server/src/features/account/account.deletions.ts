/** The end of accounts that were deleted: what other features still hold goes, however often it takes. */
import type { AccountParts } from './account.parts.ts';
import type { Changing } from './account.store.ts';

const againMs = 60_000;

export class Deletions {
  readonly #parts: AccountParts;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** What was left over when this node, or another, ended in between is finished now, and whenever something fails. */
  start(): void {
    this.#timer = setInterval(() => this.#look(), againMs);
    this.#timer.unref();
    this.#look();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }

  /** Part of the change that deletes the account. */
  async note(trx: Changing, accountId: string): Promise<void> {
    await trx.insertInto('accountDeletion').values({ accountId, deletedAt: this.#parts.clock() }).execute();
  }

  /** Never rejects: whatever fails is logged, and tried again. */
  async finish(accountId: string): Promise<void> {
    const { store, sessions, onDelete, onRights, onChange } = this.#parts;
    try {
      onRights(accountId);
      onChange(accountId);
      await sessions.endAll(accountId);
      for (const gone of onDelete) await gone(accountId);
      await store.change((trx) =>
        trx.deleteFrom('accountDeletion').where('accountId', '=', accountId).execute(),
      );
    } catch (fault) {
      this.#failed(fault);
    }
  }

  #look(): void {
    this.#looking ??= this.#finishAll()
      .catch((fault: unknown) => this.#failed(fault))
      .finally(() => {
        this.#looking = undefined;
      });
  }

  async #finishAll(): Promise<void> {
    const due = await this.#parts.store.read.selectFrom('accountDeletion').select('accountId').execute();
    for (const { accountId } of due) await this.finish(accountId);
  }

  #failed(fault: unknown): void {
    this.#parts.log.warn({ err: fault }, 'a deleted account has left something; it is tried again');
  }
}
