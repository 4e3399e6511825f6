/** A social wall. */
import * as z from 'zod/mini';
import { localizedUris } from '../localized.ts';
import { id } from '../values.ts';
import { configurationOf, defineWidget } from './define.ts';

export const superEventSocialWallWidget = defineWidget({
  type: 'SuperEventSocialWallWidget',
  scope: 'content',
  schema: configurationOf({ wallId: id, uris: z.optional(localizedUris) }),
  verb: 'open',
});
