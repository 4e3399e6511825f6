/** A film, a live event or a showcase on Vimeo. */
import { parseVimeo } from '../embeds.ts';
import { localizedUris } from '../localized.ts';
import {
  configurationOf,
  defineWidget,
  embedFields,
  filmOrigins,
  framePermissionsOf,
  onOff,
} from './define.ts';
import { missingLinkWarnings, uriIssues } from './uris.ts';

export const vimeoWidget = defineWidget({
  type: 'VimeoWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ uris: localizedUris, autoplay: onOff, captions: onOff, ...embedFields }),
  verb: 'watch',
  happening: 'live',
  origins: ({ uris }, settings) => filmOrigins(uris, settings),
  permissions: ({ uris }) => framePermissionsOf(uris),
  errors: uriIssues((uri) =>
    parseVimeo(uri) ? undefined : 'is not the address of a film, an event or a showcase on Vimeo',
  ),
  warnings: missingLinkWarnings,
});
