/** A page from elsewhere in a frame. */
import * as z from 'zod/mini';
import { localizedUris } from '../localized.ts';
import { text } from '../values.ts';
import { configurationOf, defineWidget, framePermissions, framesOf } from './define.ts';

export const iframePopupWidget = defineWidget({
  type: 'IframePopupWidget',
  scope: 'content',
  schema: configurationOf({ uris: localizedUris, allow: z.optional(z.array(text)) }),
  verb: 'open',
  origins: ({ uris }) => framesOf(uris),
  permissions: ({ allow = [] }) => framePermissions.filter((feature) => allow.includes(feature)),
});
