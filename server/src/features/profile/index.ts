/** Profiles of attendees: fields, their visibility, and pictures (PROFILE, CALL-16, CALL-17). */
import { join } from 'node:path';
import {
  deleteProfilePicture,
  getProfile,
  getProfilePicture,
  profilePictureBytes,
  uploadProfilePicture,
  saveProfile,
} from '@foyer/contract';
import { defineFeature, type Feature, type Platform } from '#platform/feature';
import { account, accountOf, raw, route, type Caller } from '#platform/http/route';
import { ApiError } from '#platform/apiError';
import { Spool } from '#platform/uploads/spool';
import { toPictureResponse } from './pictureResponse.ts';
import { describeUsers, type UserSummary } from './describeUsers.ts';
import { ProfilePictures } from './pictures.ts';
import type { ProfileReader } from './policy.ts';
import type { ProfilePorts, VenueAttributes } from './ports.ts';
import { ProfileService } from './service.ts';
import { ProfileStore } from './store.ts';
import { profileMigrations, type ProfileTables } from './tables.ts';

export type { UserSummary } from './describeUsers.ts';

export interface ProfileFeature extends Feature {
  /** Names and pictures of users; users that others may not see are left out. */
  describe(accountIds: readonly string[]): Promise<ReadonlyMap<string, UserSummary>>;
}

const spoolLimits = { bytes: profilePictureBytes, idleMs: 25_000, totalMs: 300_000, parallel: 16 };

const readerOf = (caller: Caller): ProfileReader => {
  const { accountId, roles } = accountOf(caller);
  return { userId: accountId, roles };
};

export const profileFeature = defineFeature({ migrations: profileMigrations, create });

function create(platform: Platform<ProfileTables>, ports: ProfilePorts): ProfileFeature {
  const { blobs, changes, clock, config } = platform;
  const { accounts } = ports;
  const store = new ProfileStore(platform.storage);
  // Uploads in progress.
  const spool = new Spool(join(config.dataDir, 'spool-profile'), spoolLimits);
  const venueAttributes: VenueAttributes = async (mode, architectureId) =>
    (await ports.findArchitecture(mode, architectureId))?.userProfileAttributes;
  const service = new ProfileService({ store, accounts, venueAttributes });
  const pictures = new ProfilePictures({ store, blobs, spool });
  const erase = async (accountId: string): Promise<void> => {
    await store.delete(accountId);
    await pictures.clean(accountId);
  };

  return {
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
        endpoint: uploadProfilePicture,
        policy: account,
        bodyLimit: profilePictureBytes,
        handle: async ({ caller, body }) => {
          const { accountId } = accountOf(caller);
          const pictureGeneration = await pictures.put(accountId, body);
          if ((await accounts.find(accountId)) === undefined) {
            // The account was deleted during the upload: removes the picture again.
            await erase(accountId);
            throw new ApiError('unauthorized', 'This account has been deleted.');
          }
          changes.accountChanged(accountId);
          return { pictureGeneration };
        },
      }),
      route({
        endpoint: deleteProfilePicture,
        policy: account,
        handle: async ({ caller }) => {
          const { accountId } = accountOf(caller);
          await pictures.delete(accountId);
          changes.accountChanged(accountId);
        },
      }),
      route({
        endpoint: getProfilePicture,
        policy: account,
        handle: async ({ mode, caller, params, query, headers }) => {
          await service.checkArchitecture({ mode, ...params });
          await service.requireReadable(readerOf(caller), params.userId);
          const picture = await pictures.read(params.userId, query.size, query.generation);
          if (!picture) throw new ApiError('notFound', 'Picture not found.');
          return raw(toPictureResponse(picture, { pinned: query.generation !== undefined, headers }));
        },
      }),
    ],
    describe: (accountIds) => describeUsers({ accounts, store }, accountIds),
    personalData: {
      export: async (accountId) => {
        const picture = await pictures.read(accountId, '512', undefined);
        return {
          profile: {
            attributes: Object.fromEntries(await store.allValues(accountId)),
            ...(picture ? { picture: await toDataUrl(picture.body) } : {}),
          },
        };
      },
      erase,
    },
    start: () => spool.prepare(clock()),
  };
}

async function toDataUrl(body: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  return `data:image/webp;base64,${Buffer.concat(chunks).toString('base64')}`;
}
