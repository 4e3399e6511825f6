/** Attendee profiles (PROFILE, CALL-16, CALL-17). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './values.ts';

/** The keys every profile has; a venue adds its own by `userProfileAttributes`. */
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
 * Values by key: texts, and `openForNetworking` a boolean. What the reader may not see is not there: private
 * information goes to its owner alone; `email` and `socialMedia` of others to whoever they are open for.
 */
export const profileAttributes = z.record(z.string(), z.union([z.string(), z.boolean()]));
export type ProfileAttributes = z.infer<typeof profileAttributes>;

export const profileData = z.strictObject({
  userId: z.string(),
  attributes: profileAttributes,
  /** Version of the picture; absent: initials. */
  pictureGeneration: z.optional(z.number()),
  isHost: z.boolean(),
  /** Set where the reader sees more than others, by ROLE_HOST or ROLE_ADMIN: the panel says why. */
  seenByPrivilege: z._default(z.boolean(), false),
  /** How complete one's own profile is, in percent. */
  completion: z.optional(z.number()),
});
export type ProfileData = z.infer<typeof profileData>;

/** What a person changes of the own profile: the keys that are there, and no others. '' takes a value away. */
export const attendeeProfile = z.strictObject({ attributes: profileAttributes });

const params = z.strictObject({ architectureId: id, userId: id });

export const getProfile = endpoint({
  name: 'getProfile',
  method: 'GET',
  path: '/userProfile/architecture/:architectureId/userProfile/:userId',
  summary: 'The own profile, or what one may see of an attendee',
  params,
  answer: z.strictObject({ data: profileData }),
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { architectureId: 'nightfall', userId: 'nobody' } },
});

export const saveProfile = endpoint({
  name: 'saveProfile',
  method: 'POST',
  path: '/userProfile/architecture/:architectureId/userProfile',
  summary: 'Changes the own profile',
  params: z.strictObject({ architectureId: id }),
  body: attendeeProfile,
  answer: z.strictObject({ data: profileData }),
  errors: ['unauthorized', 'forbidden', 'notFound', 'valueTooLong'],
  example: { params: { architectureId: 'nightfall' }, body: { attributes: { company: 'Example Ltd' } } },
});

export const putProfilePicture = endpoint({
  name: 'putProfilePicture',
  method: 'PUT',
  path: '/userProfile/picture',
  summary: 'The own picture: JPEG, PNG, WebP or AVIF, cut to a square and made anew, without its metadata',
  body: 'raw',
  answer: z.strictObject({ pictureGeneration: z.number() }),
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
  summary: 'Takes the own picture away: initials again',
  errors: ['unauthorized', 'forbidden'],
  example: {},
});

export const getProfilePicture = endpoint({
  name: 'getProfilePicture',
  method: 'GET',
  path: '/userProfile/architecture/:architectureId/userProfile/:userId/picture',
  summary: 'A picture of an attendee as WebP, 512 or 96 pixels wide',
  params,
  query: z.strictObject({
    generation: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
    size: z.optional(z.enum(['96', '512'])),
  }),
  answer: 'raw',
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { architectureId: 'nightfall', userId: 'nobody' } },
});

export const profileEndpoints = [
  getProfile,
  saveProfile,
  putProfilePicture,
  deleteProfilePicture,
  getProfilePicture,
] as const;
