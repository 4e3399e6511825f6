/** Profiles of attendees: what people say of themselves, who sees it, and their pictures (PROFILE, CALL-16, CALL-17). */
import { join } from 'node:path';
import {
  deleteProfilePicture,
  getProfile,
  getProfilePicture,
  profilePictureBytes,
  putProfilePicture,
  saveProfile,
} from '@foyer/contract';
import type { Blobs } from '#platform/blobs/blobs';
import type { Clock } from '#platform/clock';
import type { Feature } from '#platform/feature';
import { account, accountOf, raw, route, type Caller } from '#platform/http/route';
import { Refusal } from '#platform/refusal';
import type { Storage } from '#platform/storage/storage';
import { Spool } from '#platform/uploads/spool';
import { answerPicture } from './profile.answer.ts';
import { ProfilePictures } from './profile.pictures.ts';
import type { ProfileReader } from './profile.policy.ts';
import type { ProfileAccounts, VenueAttributes } from './profile.ports.ts';
import { ProfileService } from './profile.service.ts';
import { ProfileStore } from './profile.store.ts';
import { type ProfileTables } from './profile.tables.ts';

export type { ProfileAccounts, ProfileTables, VenueAttributes };

export interface ProfileOptions {
  readonly storage: Storage<ProfileTables>;
  readonly blobs: Blobs;
  /** Pictures on their way lie in `spool-profile` below it. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly accounts: ProfileAccounts;
  readonly venueAttributes: VenueAttributes;
  /** Called after a person has another picture, or none any more. */
  readonly onPicture: (accountId: string) => void;
}

export interface ProfileFeature extends Feature {
  /** What is held of a person, for the export of an account; the picture as a data address. */
  exportOf(accountId: string): Promise<Readonly<Record<string, unknown>>>;
  /** The generations of the pictures of many; who has none is not among them. */
  pictures(accountIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Deletes all of it. */
  forget(accountId: string): Promise<void>;
}

const spoolLimits = { bytes: profilePictureBytes, idleMs: 25_000, totalMs: 300_000, parallel: 16 };

const readerOf = (caller: Caller): ProfileReader => {
  const { accountId, roles } = accountOf(caller);
  return { userId: accountId, roles };
};

export function profileFeature(options: ProfileOptions): ProfileFeature {
  const { blobs, accounts, venueAttributes, onPicture } = options;
  const store = new ProfileStore(options.storage);
  const spool = new Spool(join(options.dataDir, 'spool-profile'), spoolLimits);
  const service = new ProfileService({ store, accounts, venueAttributes });
  const pictures = new ProfilePictures({ store, blobs, spool });
  const forget = async (accountId: string): Promise<void> => {
    await store.delete(accountId);
    await pictures.clean(accountId);
  };

  return {
    name: 'profile',
    routes: [
      route({
        endpoint: getProfile,
        policy: account,
        handle: async ({ mode, caller, params }) => ({
          data: await service.read(readerOf(caller), { mode, ...params }, params.userId),
        }),
      }),
      route({
        endpoint: saveProfile,
        policy: account,
        handle: async ({ mode, caller, params, body }) => ({
          data: await service.save(readerOf(caller), { mode, ...params }, body.attributes),
        }),
      }),
      route({
        endpoint: putProfilePicture,
        policy: account,
        bodyLimit: profilePictureBytes,
        handle: async ({ caller, body }) => {
          const { accountId } = accountOf(caller);
          const pictureGeneration = await pictures.put(accountId, body);
          if ((await accounts.find(accountId)) === undefined) {
            // Deleted while the picture was on its way: nothing of it may stay.
            await forget(accountId);
            throw new Refusal('unauthorized', 'This account was deleted.');
          }
          onPicture(accountId);
          return { pictureGeneration };
        },
      }),
      route({
        endpoint: deleteProfilePicture,
        policy: account,
        handle: async ({ caller }) => {
          const { accountId } = accountOf(caller);
          await pictures.delete(accountId);
          onPicture(accountId);
        },
      }),
      route({
        endpoint: getProfilePicture,
        policy: account,
        handle: async ({ mode, caller, params, query, headers }) => {
          await service.checkPlace({ mode, ...params });
          await service.readable(readerOf(caller), params.userId);
          const picture = await pictures.read(params.userId, query.size, query.generation);
          if (!picture) throw new Refusal('notFound', 'There is no such picture.');
          return raw(answerPicture(picture, { pinned: query.generation !== undefined, headers }));
        },
      }),
    ],
    exportOf: async (accountId) => {
      const picture = await pictures.read(accountId, '512', undefined);
      return {
        attributes: Object.fromEntries(await store.allValues(accountId)),
        ...(picture ? { picture: await asDataAddress(picture.body) } : {}),
      };
    },
    pictures: (accountIds) => store.pictures(accountIds),
    forget,
    start: () => spool.prepare(options.clock()),
  };
}

async function asDataAddress(body: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return `data:image/webp;base64,${Buffer.concat(chunks).toString('base64')}`;
}
