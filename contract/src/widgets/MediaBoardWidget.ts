/** Media that attendees like and discuss. */
import * as z from 'zod/mini';
import { id, text } from '../values.ts';
import { configurationOf, defineWidget, onOff } from './define.ts';
import { media } from './media.ts';

export const mediaBoardWidget = defineWidget({
  type: 'MediaBoardWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({
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
    search: onOff,
  }),
  verb: 'open',
});
