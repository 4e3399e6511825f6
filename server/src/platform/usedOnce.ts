/** What may be used once, on whatever node: login round trips, SAML assertions, realtime tickets. */
import { hash } from 'node:crypto';
import { UniqueViolation } from '#platform/storage/faults';
import type { Storage } from '#platform/storage/storage';

export interface UsedOnceTables {
  loginUsed: { key: string; expiresAt: number };
}

export class UsedOnce {
  readonly #storage: Storage<UsedOnceTables>;

  constructor(storage: Storage<UsedOnceTables>) {
    this.#storage = storage;
  }

  /** False where it was used before; of many who use it at once one wins. After `expiresAt` (ms) it is forgotten. */
  async use(
    kind: 'trip' | 'assertion' | 'ticket',
    id: readonly string[],
    now: number,
    expiresAt: number,
  ): Promise<boolean> {
    const { db } = this.#storage;
    const key = `${kind}:${hash('sha256', JSON.stringify(id), 'base64url')}`;
    try {
      await this.#storage.atomic([
        db.deleteFrom('loginUsed').where('expiresAt', '<=', now).compile(),
        db.insertInto('loginUsed').values({ key, expiresAt }).compile(),
      ]);
      return true;
    } catch (fault) {
      if (fault instanceof UniqueViolation) return false;
      throw fault;
    }
  }
}
