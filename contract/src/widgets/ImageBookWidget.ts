/** Pictures as the pages of a book. */
import * as z from 'zod/mini';
import { localizedAssets } from '../localized.ts';
import { configurationOf, defineWidget } from './define.ts';

export const imageBookWidget = defineWidget({
  type: 'ImageBookWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ pages: z.array(z.strictObject({ assets: localizedAssets })) }),
  verb: 'leaf',
});
