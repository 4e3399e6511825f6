/** A social wall. */
import * as z from 'zod/mini';
import { localizedUris } from '../localized.ts';
import { id } from '../values.ts';
import { configurationOf, defineWidget, onOff } from './define.ts';

export const superEventSocialWallWidget = defineWidget({
  type: 'SuperEventSocialWallWidget',
  scope: 'content',
  schema: configurationOf({
    wallId: id,
    uris: z.optional(localizedUris),
    /** Whether guests may post; default: true. */
    guestsMayWrite: onOff,
    /** Whether posts are held until a host approves them; default: false. */
    approval: onOff,
  }),
  verb: 'open',
});
