/** A social wall: our own, or with `uris` that of another website. */
import * as z from 'zod/mini';
import { localizedUris } from '../localized.ts';
import { id } from '../values.ts';
import { needlessConsentWarnings } from './consentWarnings.ts';
import { configurationOf, defineWidget, embedFields, framePermissionsOf, framesOf, onOff } from './define.ts';
import { missingLinkWarnings, unframedUriWarnings } from './uris.ts';

export const superEventSocialWallWidget = defineWidget({
  type: 'SuperEventSocialWallWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({
    /** Identifies our own wall: widgets with the same one show the same posts. */
    wallId: id,
    uris: z.optional(localizedUris),
    /** Whether guests may post; default: true. */
    guestsMayWrite: onOff,
    /** Whether posts are held until a host approves them; default: false. */
    approval: onOff,
    ...embedFields,
  }),
  verb: 'open',
  origins: ({ uris = [] }) => framesOf(uris),
  permissions: ({ uris = [] }) => framePermissionsOf(uris),
  warnings: (configuration) => {
    const { uris, cookieProviders } = configuration;
    if (uris === undefined) return needlessConsentWarnings({ cookieProviders });
    return [...missingLinkWarnings({ uris }), ...unframedUriWarnings({ ...configuration, uris })];
  },
});
