/**
 * Ensures that single-use values are used at most once on all nodes: login redirects, SAML assertions, realtime
 * tickets.
 */
import { hash } from 'node:crypto';
import { UniqueViolation } from '#platform/storage/errors';
import type { Storage } from '#platform/storage/storage';

export interface SingleUseTables {
  loginUsed: { key: string; expiresAt: number };
}

export class SingleUseRegistry {
  private readonly storage: Storage<SingleUseTables>;

  constructor(storage: Storage<SingleUseTables>) {
    this.storage = storage;
  }

  /** Returns false if the value was used before. The record is deleted after `expiresAt` (ms since 1970). */
  async claim(
    kind: 'redirect' | 'assertion' | 'ticket',
    id: readonly string[],
    now: number,
    expiresAt: number,
  ): Promise<boolean> {
    const { db } = this.storage;
    const key = `${kind}:${hash('sha256', JSON.stringify(id), 'base64url')}`;
    try {
      await this.storage.atomic([
        db.deleteFrom('loginUsed').where('expiresAt', '<=', now).compile(),
        db.insertInto('loginUsed').values({ key, expiresAt }).compile(),
      ]);
      return true;
    } catch (error) {
      if (error instanceof UniqueViolation) return false;
      throw error;
    }
  }
}
