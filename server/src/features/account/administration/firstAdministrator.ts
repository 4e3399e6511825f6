/** Creates the first administrator from a link that the server prints at start while there is no administrator. */
import { newAccountRow } from '../directory.ts';
import { requireEmailAddress } from '../emailAddress.ts';
import type { AccountDeps } from '../deps.ts';
import { checkPassword } from '../passwords/checkPassword.ts';
import { ApiError } from '#platform/apiError';
import { UniqueViolation } from '#platform/storage/errors';

const expired = () => new ApiError('linkExpired', 'This server already has an administrator.');

export class FirstAdministrator {
  private readonly deps: AccountDeps;

  constructor(deps: AccountDeps) {
    this.deps = deps;
  }

  /** Creates a new link at each call; undefined if there is an administrator. */
  async createLink(): Promise<{ url: string; expiresAt: number } | undefined> {
    const { store, links, mails } = this.deps;
    if (await store.hasAdministrator()) return undefined;
    const { token, expiresAt } = await store.transaction((trx) =>
      links.create(trx, { kind: 'firstAdministrator', email: '', emailKey: '' }),
    );
    return { url: mails.linkUrl(token), expiresAt };
  }

  /** Uses up all links of this kind, so that a second caller gets `linkExpired`. Returns the account's id. */
  async create(given: { token: string; email: string; password: string; name: string }): Promise<string> {
    const { store, links, hasher, clock } = this.deps;
    await links.read(given.token, ['firstAdministrator']);
    const address = requireEmailAddress(given.email);
    checkPassword(given.password, address.key);
    const passwordHash = await hasher.hash(given.password);
    try {
      return await store.transaction(async (trx) => {
        await links.consume(trx, given.token, ['firstAdministrator']);
        await links.deleteKind(trx, 'firstAdministrator');
        if (await store.hasAdministrator(trx)) throw expired();
        const row = newAccountRow(address, {
          now: clock(),
          confirmed: true,
          name: given.name.trim(),
          roles: ['ROLE_ADMIN'],
          passwordHash,
        });
        await store.insert(trx, row);
        const details = { roles: row.roles };
        await store.audit(trx, row.createdAt, {
          actor: 'link',
          accountId: row.id,
          what: 'firstAdministrator',
          details,
        });
        return row.id;
      });
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error;
      throw new ApiError(
        'duplicateAccount',
        'An account with this email exists already: give it ROLE_ADMIN instead.',
      );
    }
  }
}
