/** Media in folders. */
import * as z from 'zod/mini';
import { localizedTexts } from '../localized.ts';
import { id } from '../values.ts';
import { configurationOf, defineWidget } from './define.ts';
import { media } from './media.ts';

export const mediaLibraryWidget = defineWidget({
  type: 'MediaLibraryWidget',
  scope: 'content',
  schema: configurationOf({
    folders: z.array(z.strictObject({ id, names: localizedTexts, media: z.array(media) })),
  }),
  verb: 'open',
});
