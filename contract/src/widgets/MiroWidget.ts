/** A Miro board. */
import { localizedUris } from '../localized.ts';
import { configurationOf, defineWidget, framesOf } from './define.ts';

export const miroWidget = defineWidget({
  type: 'MiroWidget',
  scope: 'content',
  schema: configurationOf({ uris: localizedUris }),
  verb: 'open',
  origins: ({ uris }) => framesOf(uris),
  permissions: () => ['fullscreen'],
});
