/** Media that attendees like and discuss. */
import * as z from 'zod/mini';
import { parseVimeo } from '../embeds.ts';
import type { LocalizedUri } from '../localized.ts';
import { id, text } from '../values.ts';
import { needlessConsentWarnings } from './consentWarnings.ts';
import { configurationOf, defineWidget, filmOrigins, framePermissionsOf, onOff } from './define.ts';
import { media } from './media.ts';

const schema = configurationOf({
  mediaBoardId: id,
  contentPieces: z.array(
    z.strictObject({
      ...media.shape,
      coverAssetId: z.optional(id),
      tags: z.optional(z.array(text)),
    }),
  ),
  recommendations: onOff,
  topRated: onOff,
  liveDiscussion: onOff,
  /** Whether guests may write in the discussions; default: true. */
  guestsMayWrite: onOff,
  search: onOff,
});
type Configuration = z.output<typeof schema>;

/** The addresses of films on Vimeo, which play in their cards. Other links open a tab. */
const filmsOf = ({ contentPieces }: Configuration): LocalizedUri[] =>
  contentPieces.flatMap(({ uris = [] }) => uris.filter(({ uri }) => parseVimeo(uri)));

export const mediaBoardWidget = defineWidget({
  type: 'MediaBoardWidget',
  scope: 'content',
  built: true,
  schema,
  verb: 'open',
  origins: (configuration, settings) => filmOrigins(filmsOf(configuration), settings),
  permissions: (configuration) => framePermissionsOf(filmsOf(configuration)),
  warnings: (configuration) =>
    filmsOf(configuration).length === 0 ? needlessConsentWarnings(configuration) : [],
});
