/** A page of another website in a frame. */
import * as z from 'zod/mini';
import { localizedUris } from '../localized.ts';
import { framePermissions } from '../embeds.ts';
import { configurationOf, defineWidget, embedFields, framePermissionsOf, framesOf } from './define.ts';
import { missingLinkWarnings } from './uris.ts';

export const iframePopupWidget = defineWidget({
  type: 'IframePopupWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({
    uris: localizedUris,
    allow: z.optional(z.array(z.enum(framePermissions))),
    ...embedFields,
  }),
  verb: 'open',
  origins: ({ uris }) => framesOf(uris),
  permissions: ({ uris, allow }) => framePermissionsOf(uris, allow),
  warnings: missingLinkWarnings,
});
