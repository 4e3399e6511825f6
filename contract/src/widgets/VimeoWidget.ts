/** A film, a live event or a showcase on Vimeo. */
import { parseVimeo } from '../embeds.ts';
import { configurationOf, defineWidget, embedFields, framePermissionsOf, framesOf, onOff } from './define.ts';
import { checkedUris, missingLinkWarnings } from './uris.ts';

const vimeoUris = checkedUris((uri) =>
  parseVimeo(uri) ? undefined : 'is not the address of a film, an event or a showcase on Vimeo',
);

export const vimeoWidget = defineWidget({
  type: 'VimeoWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ uris: vimeoUris, autoplay: onOff, captions: onOff, ...embedFields }),
  verb: 'watch',
  happening: 'live',
  origins: ({ uris }) => framesOf(uris),
  permissions: ({ uris }) => framePermissionsOf(uris),
  warnings: missingLinkWarnings,
});
