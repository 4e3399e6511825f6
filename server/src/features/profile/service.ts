/** Reads and changes profiles. */
import {
  profileCompletion,
  validateProfileValue,
  profileFields,
  maxProfileValueLength,
  profileCompletionParts,
  normalizeProfileValue,
  type OperatingMode,
  type ProfileAttributes,
  type ProfileData,
  type ProfileValueError,
  type ProfileField,
} from '@foyer/contract';
import type { Account } from '#platform/identity';
import { ApiError, venueNotFound } from '#platform/apiError';
import { canSee, canRead, isVisibleByRole, type ProfileReader } from './policy.ts';
import type { ProfileAccounts, VenueAttributes } from './ports.ts';
import type { ProfileStore } from './store.ts';

export interface ProfileServiceDeps {
  readonly store: ProfileStore;
  readonly accounts: ProfileAccounts;
  readonly venueAttributes: VenueAttributes;
}

/** The architecture that defines the fields of a profile. */
export interface ProfileScope {
  readonly mode: OperatingMode;
  readonly architectureId: string;
}

const accountKeys = ['name', 'company', 'title'] as const;
const isAccountKey = (key: string): key is (typeof accountKeys)[number] =>
  (accountKeys as readonly string[]).includes(key);

export class ProfileService {
  private readonly deps: ProfileServiceDeps;

  constructor(deps: ProfileServiceDeps) {
    this.deps = deps;
  }

  /** The fields that a reader may see. @throws ApiError `notFound` for unknown users and those the reader may not see */
  async read(reader: ProfileReader, scope: ProfileScope, userId: string): Promise<ProfileData> {
    const fields = await this.requireFields(scope);
    return this.toProfileData(reader, await this.requireReadable(reader, userId), fields);
  }

  /** The account of a user whose profile the reader may open. @throws ApiError `notFound` */
  async requireReadable(reader: ProfileReader, userId: string): Promise<Account> {
    const account = await this.deps.accounts.find(userId);
    if (!account || !canRead(reader, account)) throw userNotFound();
    return account;
  }

  /**
   * Changes the given fields of the caller's own profile.
   * @throws ApiError `valueTooLong` with `field` and `limit`, `invalidInput` naming the field, `notFound`
   */
  async save(owner: ProfileReader, scope: ProfileScope, attributes: ProfileAttributes): Promise<ProfileData> {
    const { store, accounts } = this.deps;
    const fields = await this.requireFields(scope);
    const changes = parseChanges(fields, attributes);
    const accountValues = Object.fromEntries([...changes].filter(([key]) => isAccountKey(key)));
    const profileValues = new Map([...changes].filter(([key]) => !isAccountKey(key)));
    const before = await this.requireReadable(owner, owner.userId);
    if (changes.get('name') === '' && before.name !== '')
      throw new ApiError('invalidInput', 'The field name cannot be emptied once it is set.', {
        details: { field: 'name' },
      });
    if (Object.keys(accountValues).length > 0) await accounts.updateDetails(owner.userId, accountValues);
    await store.save(owner.userId, profileValues);
    const account = await accounts.find(owner.userId);
    if (!account) {
      // The account was deleted meanwhile: removes the values again.
      await store.delete(owner.userId);
      throw userNotFound();
    }
    return this.toProfileData(owner, account, fields);
  }

  async checkArchitecture(scope: ProfileScope): Promise<void> {
    await this.requireFields(scope);
  }

  private async requireFields({ mode, architectureId }: ProfileScope): Promise<ProfileField[]> {
    const attributes = await this.deps.venueAttributes(mode, architectureId);
    if (!attributes) throw venueNotFound(architectureId);
    return profileFields(attributes);
  }

  private async toProfileData(
    reader: ProfileReader,
    account: Account,
    fields: readonly ProfileField[],
  ): Promise<ProfileData> {
    const { store } = this.deps;
    const userId = account.id;
    const isOwn = reader.userId === userId;
    const openForNetworking =
      (await store.values(userId, ['openForNetworking'])).get('openForNetworking') === 'true';
    const profile = { userId, openForNetworking };
    const visibleKeys = fields.filter((field) => canSee(reader, profile, field)).map(({ key }) => key);
    const [values, pictureGeneration] = await Promise.all([
      store.values(userId, visibleKeys),
      store.picture(userId),
    ]);
    const accountValues: Readonly<Record<string, string>> = { ...accountFields(account) };
    const attributes: ProfileAttributes = Object.fromEntries([
      ...visibleKeys
        .map(
          (key) => [key, Object.hasOwn(accountValues, key) ? accountValues[key] : values.get(key)] as const,
        )
        .filter((entry): entry is readonly [string, string] => Boolean(entry[1])),
      ['openForNetworking', openForNetworking],
    ]);
    return {
      userId,
      attributes,
      ...(pictureGeneration === undefined ? {} : { pictureGeneration }),
      isHost: account.roles.includes('ROLE_HOST'),
      visibleByRole: isVisibleByRole(reader, profile),
      ...(isOwn
        ? {
            completion: profileCompletion(
              profileCompletionParts(fields, attributes, pictureGeneration !== undefined),
            ),
          }
        : {}),
    };
  }
}

const accountFields = ({ name, email, company, title }: Account) => ({ name, email, company, title });

/** The checked values to save, by key. */
function parseChanges(fields: readonly ProfileField[], attributes: ProfileAttributes): Map<string, string> {
  const changes = new Map<string, string>();
  for (const [key, value] of Object.entries(attributes)) {
    const field = fields.find((candidate) => candidate.key === key);
    if (!field) throw new ApiError('invalidInput', `Unknown field ${quoted(key)} in attributes.`);
    if (!field.editable) throw new ApiError('invalidInput', `The field ${key} cannot be changed here.`);
    changes.set(key, checkValue(field, value));
  }
  return changes;
}

function checkValue(field: ProfileField, value: string | boolean): string {
  const { key, kind } = field;
  if ((typeof value === 'boolean') !== (kind === 'flag')) {
    const expected = kind === 'flag' ? 'a boolean' : 'a string';
    throw new ApiError('invalidInput', `The field ${key} must be ${expected}.`, { details: { field: key } });
  }
  if (typeof value === 'boolean') return String(value);
  const normalized = normalizeProfileValue(value);
  const error = validateProfileValue(field, normalized);
  if (error !== undefined) throw rejectionOf(field, error);
  return normalized;
}

function rejectionOf(field: ProfileField, error: ProfileValueError): ApiError {
  const { key } = field;
  const limit = maxProfileValueLength(field);
  if (error === 'tooLong')
    return new ApiError('valueTooLong', `The field ${key} must not be longer than ${limit} characters.`, {
      details: { field: key, limit },
    });
  const reason = {
    unreadable: 'contains unreadable characters',
    notALink: 'must be a URL that begins with https://',
  }[error];
  return new ApiError('invalidInput', `The field ${key} ${reason}.`, { details: { field: key } });
}

/** Keys are untrusted: quotes at most 80 printable ASCII characters. */
const quoted = (key: string): string => key.slice(0, 80).replaceAll(/[^\x20-\x7e]/g, '?');

const userNotFound = () => new ApiError('notFound', 'User not found.');
