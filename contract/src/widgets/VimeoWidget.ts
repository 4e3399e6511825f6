/** A film, a live event or a showcase on Vimeo. */
import { parseVimeo } from '../embeds.ts';
import { localizedUris } from '../localized.ts';
import { configurationOf, defineWidget, embedFields, framePermissionsOf, framesOf, onOff } from './define.ts';

const vimeoUris = localizedUris.check((context) => {
  for (const [index, { uri }] of context.value.entries())
    if (!parseVimeo(uri))
      context.issues.push({
        code: 'custom',
        input: uri,
        path: [index, 'uri'],
        message: 'is not the address of a film, an event or a showcase on Vimeo',
      });
});

export const vimeoWidget = defineWidget({
  type: 'VimeoWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ uris: vimeoUris, autoplay: onOff, captions: onOff, ...embedFields }),
  verb: 'watch',
  happening: 'live',
  origins: ({ uris }) => framesOf(uris),
  permissions: ({ uris }) => framePermissionsOf(uris),
});
