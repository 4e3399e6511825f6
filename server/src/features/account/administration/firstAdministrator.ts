/** The first administrator comes from a link that the start prints while there is none. */
import { newAccount } from '../directory.ts';
import { emailAddress } from '../emailAddress.ts';
import type { AccountParts } from '../deps.ts';
import { checkPassword } from '../passwords/checkPassword.ts';
import { Refusal } from '#platform/refusal';
import { UniqueViolation } from '#platform/storage/faults';

const expired = () => new Refusal('linkExpired', 'This server has an administrator already.');

export class FirstAdministrator {
  readonly #parts: AccountParts;

  constructor(parts: AccountParts) {
    this.#parts = parts;
  }

  /** A new link each time; undefined once somebody administers this server. */
  async link(): Promise<{ url: string; expiresAt: number } | undefined> {
    const { store, links, mails } = this.#parts;
    if (await store.hasAdministrator()) return undefined;
    const { token, expiresAt } = await store.change((trx) =>
      links.make(trx, { kind: 'firstAdministrator', email: '', emailKey: '' }),
    );
    return { url: mails.linkUrl(token), expiresAt };
  }

  /** Burns every link of this kind: whoever comes second is refused. */
  async create(given: { token: string; email: string; password: string; name: string }): Promise<void> {
    const { store, links, hasher, clock } = this.#parts;
    await links.read(given.token, ['firstAdministrator']);
    const address = emailAddress(given.email);
    if (address === undefined)
      throw new Refusal('invalidInput', 'The field email does not fit: this is not an email address.');
    checkPassword(given.password, address.key);
    const passwordHash = await hasher.hash(given.password);
    try {
      await store.change(async (trx) => {
        await links.burn(trx, given.token, ['firstAdministrator']);
        await links.dropKind(trx, 'firstAdministrator');
        if (await store.hasAdministrator(trx)) throw expired();
        const row = newAccount(address, {
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
      });
    } catch (fault) {
      if (!(fault instanceof UniqueViolation)) throw fault;
      throw new Refusal(
        'duplicateAccount',
        'There is an account with this address already: give it the role.',
      );
    }
  }
}
