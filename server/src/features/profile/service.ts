/** Reading and changing profiles. */
import {
  completionOf,
  profileFault,
  profileFields,
  profileLimit,
  profileParts,
  tidyProfileValue,
  type OperatingMode,
  type ProfileAttributes,
  type ProfileData,
  type ProfileFault,
  type ProfileField,
} from '@foyer/contract';
import type { Account } from '#platform/identity';
import { Refusal } from '#platform/refusal';
import { maySee, mayRead, seesByPrivilege, type ProfileReader } from './policy.ts';
import type { ProfileAccounts, VenueAttributes } from './ports.ts';
import type { ProfileStore } from './store.ts';

export interface ProfileServiceParts {
  readonly store: ProfileStore;
  readonly accounts: ProfileAccounts;
  readonly venueAttributes: VenueAttributes;
}

/** Where a profile is looked at: fields are those of an architecture. */
export interface ProfilePlace {
  readonly mode: OperatingMode;
  readonly architectureId: string;
}

const accountKeys = ['name', 'company', 'title'] as const;
const isAccountKey = (key: string): key is (typeof accountKeys)[number] =>
  (accountKeys as readonly string[]).includes(key);

export class ProfileService {
  readonly #parts: ProfileServiceParts;

  constructor(parts: ProfileServiceParts) {
    this.#parts = parts;
  }

  /** What a reader may see of a person. @throws Refusal `notFound` alike for who is not there and may not be seen */
  async read(reader: ProfileReader, place: ProfilePlace, userId: string): Promise<ProfileData> {
    const fields = await this.#fields(place);
    return this.#shown(reader, await this.readable(reader, userId), fields);
  }

  /** The account of a person whose profile a reader may open. @throws Refusal `notFound` */
  async readable(reader: ProfileReader, userId: string): Promise<Account> {
    const account = await this.#parts.accounts.find(userId);
    if (!account || !mayRead(reader, account)) throw nobody();
    return account;
  }

  /**
   * Changes the caller's own profile by the keys that are there.
   * @throws Refusal `valueTooLong` with `field` and `limit`, `invalidInput` naming the field, `notFound`
   */
  async save(owner: ProfileReader, place: ProfilePlace, attributes: ProfileAttributes): Promise<ProfileData> {
    const { store, accounts } = this.#parts;
    const fields = await this.#fields(place);
    const changes = changesOf(fields, attributes);
    const ofAccount = Object.fromEntries([...changes].filter(([key]) => isAccountKey(key)));
    const ofProfile = new Map([...changes].filter(([key]) => !isAccountKey(key)));
    const before = await this.readable(owner, owner.userId);
    if (changes.get('name') === '' && before.name !== '')
      throw new Refusal('invalidInput', 'The field name cannot be emptied once it was given.', {
        details: { field: 'name' },
      });
    if (Object.keys(ofAccount).length > 0) await accounts.updateDetails(owner.userId, ofAccount);
    await store.save(owner.userId, ofProfile);
    const account = await accounts.find(owner.userId);
    if (!account) {
      // Deleted while this was on its way: nothing of it may stay.
      await store.delete(owner.userId);
      throw nobody();
    }
    return this.#shown(owner, account, fields);
  }

  async checkPlace(place: ProfilePlace): Promise<void> {
    await this.#fields(place);
  }

  async #fields({ mode, architectureId }: ProfilePlace): Promise<ProfileField[]> {
    const attributes = await this.#parts.venueAttributes(mode, architectureId);
    if (!attributes) throw new Refusal('notFound', 'There is no such venue here.');
    return profileFields(attributes);
  }

  async #shown(
    reader: ProfileReader,
    account: Account,
    fields: readonly ProfileField[],
  ): Promise<ProfileData> {
    const { store } = this.#parts;
    const userId = account.id;
    const isOwn = reader.userId === userId;
    const openForNetworking =
      (await store.values(userId, ['openForNetworking'])).get('openForNetworking') === 'true';
    const profile = { userId, openForNetworking };
    const seen = fields.filter((field) => maySee(reader, profile, field)).map(({ key }) => key);
    const [values, pictureGeneration] = await Promise.all([
      store.values(userId, seen),
      store.picture(userId),
    ]);
    const ofAccount: Readonly<Record<string, string>> = { ...only(account) };
    const attributes: ProfileAttributes = Object.fromEntries([
      ...seen
        .map((key) => [key, Object.hasOwn(ofAccount, key) ? ofAccount[key] : values.get(key)] as const)
        .filter((entry): entry is readonly [string, string] => Boolean(entry[1])),
      ['openForNetworking', openForNetworking],
    ]);
    return {
      userId,
      attributes,
      ...(pictureGeneration === undefined ? {} : { pictureGeneration }),
      isHost: account.roles.includes('ROLE_HOST'),
      seenByPrivilege: seesByPrivilege(reader, profile),
      ...(isOwn
        ? { completion: completionOf(profileParts(fields, attributes, pictureGeneration !== undefined)) }
        : {}),
    };
  }
}

const only = ({ name, email, company, title }: Account) => ({ name, email, company, title });

/** What is to be kept, by key, checked. */
function changesOf(fields: readonly ProfileField[], attributes: ProfileAttributes): Map<string, string> {
  const changes = new Map<string, string>();
  for (const [key, value] of Object.entries(attributes)) {
    const field = fields.find((known) => known.key === key);
    if (!field) throw new Refusal('invalidInput', `There is no field ${quoted(key)} in attributes.`);
    if (!field.editable) throw new Refusal('invalidInput', `The field ${key} cannot be changed here.`);
    changes.set(key, checked(field, value));
  }
  return changes;
}

function checked(field: ProfileField, value: string | boolean): string {
  const { key, kind } = field;
  if ((typeof value === 'boolean') !== (kind === 'flag')) {
    const expected = kind === 'flag' ? 'true or false' : 'a text';
    throw new Refusal('invalidInput', `The field ${key} takes ${expected}.`, { details: { field: key } });
  }
  if (typeof value === 'boolean') return String(value);
  const tidy = tidyProfileValue(value);
  const fault = profileFault(field, tidy);
  if (fault !== undefined) throw refusalOf(field, fault);
  return tidy;
}

function refusalOf(field: ProfileField, fault: ProfileFault): Refusal {
  const { key } = field;
  const limit = profileLimit(field);
  if (fault === 'tooLong')
    return new Refusal('valueTooLong', `The field ${key} is longer than ${limit} characters.`, {
      details: { field: key, limit },
    });
  const reason = {
    unreadable: 'has characters that cannot be read',
    notALink: 'is an invalid link: https://… is expected',
  }[fault];
  return new Refusal('invalidInput', `The field ${key} ${reason}.`, { details: { field: key } });
}

/** Keys come from outside: what is quoted of them is short and on one line. */
const quoted = (key: string): string => key.slice(0, 80).replaceAll(/[^\x20-\x7e]/g, '?');

const nobody = () => new Refusal('notFound', 'There is nobody of this id here.');
