/** A playlist. */
import * as z from 'zod/mini';
import { localizedAssets, localizedTexts } from '../localized.ts';
import { id } from '../values.ts';
import { configurationOf, defineWidget } from './define.ts';

export const soundfilesWidget = defineWidget({
  type: 'SoundfilesWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({
    sounds: z.array(z.strictObject({ id, names: localizedTexts, assets: localizedAssets })),
  }),
  verb: 'listen',
});
