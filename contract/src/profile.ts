/** Attendee profiles (PROFILE, CALL-16, CALL-17). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './values.ts';

/** The keys of every profile. A venue adds its own with `userProfileAttributes`. */
export const profileKeys = [
  'name',
  'email',
  'company',
  'title',
  'socialMedia',
  'openForNetworking',
  'privateInformation',
] as const;
export type ProfileKey = (typeof profileKeys)[number];

/**
 * Values by key; `openForNetworking` is a boolean, all others are strings. Values that the reader may not see are
 * omitted: only the owner sees `privateInformation`; others see `email` and `socialMedia` if the owner is open for
 * networking.
 */
export const profileAttributes = z.record(z.string(), z.union([z.string(), z.boolean()]));
export type ProfileAttributes = z.infer<typeof profileAttributes>;

export const profileData = z.strictObject({
  userId: z.string(),
  attributes: profileAttributes,
  /** The version of the picture; absent if there is none. */
  pictureGeneration: z.optional(z.number()),
  isHost: z.boolean(),
  /** Whether the reader sees more than others because of ROLE_HOST or ROLE_ADMIN. */
  visibleByRole: z._default(z.boolean(), false),
  /** Own profile only: its completion in percent. */
  completion: z.optional(z.number()),
});
export type ProfileData = z.infer<typeof profileData>;

/** Changes of the user's own profile. Keys that are absent stay unchanged; '' deletes a value. */
export const attendeeProfile = z.strictObject({ attributes: profileAttributes });

const params = z.strictObject({ architectureId: id, userId: id });

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/userProfile/architecture/:architectureId/userProfile/:userId',
  summary: "Returns the user's own profile, or the visible values of another attendee's profile",
  params,
  response: z.strictObject({ data: profileData }),
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { architectureId: 'nightfall', userId: 'nobody' } },
});

export const saveProfile = endpoint({
  name: 'saveProfile',
  method: 'POST',
  path: '/userProfile/architecture/:architectureId/userProfile',
  summary: "Changes the user's own profile",
  params: z.strictObject({ architectureId: id }),
  body: attendeeProfile,
  response: z.strictObject({ data: profileData }),
  errors: ['unauthorized', 'forbidden', 'notFound', 'valueTooLong'],
  example: { params: { architectureId: 'nightfall' }, body: { attributes: { company: 'Example Ltd' } } },
});

export const uploadProfilePicture = endpoint({
  name: 'uploadProfilePicture',
  method: 'PUT',
  path: '/userProfile/picture',
  summary:
    "Sets the user's profile picture: JPEG, PNG, WebP or AVIF. It is cropped to a square and re-encoded without metadata",
  body: 'raw',
  response: z.strictObject({ pictureGeneration: z.number() }),
  errors: [
    'unauthorized',
    'forbidden',
    'payloadTooLarge',
    'unsupportedMediaType',
    'invalidAsset',
    'storageFull',
    'requestTimeout',
  ],
  example: {},
});

export const deleteProfilePicture = endpoint({
  name: 'deleteProfilePicture',
  method: 'DELETE',
  path: '/userProfile/picture',
  summary: "Deletes the user's profile picture",
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const getProfilePicture = endpoint({
  name: 'getProfilePicture',
  method: 'GET',
  path: '/userProfile/architecture/:architectureId/userProfile/:userId/picture',
  summary: 'Returns the profile picture of an attendee as WebP, 512 or 96 pixels wide',
  params,
  query: z.strictObject({
    generation: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
    size: z.optional(z.enum(['96', '512'])),
  }),
  response: 'raw',
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { architectureId: 'nightfall', userId: 'nobody' } },
});
