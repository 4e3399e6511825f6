/** A Miro board. */
import { localizedUris } from '../localized.ts';
import { configurationOf, defineWidget, embedFields, framePermissionsOf, framesOf } from './define.ts';

export const miroWidget = defineWidget({
  type: 'MiroWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ uris: localizedUris, ...embedFields }),
  verb: 'open',
  origins: ({ uris }) => framesOf(uris),
  permissions: ({ uris }) => framePermissionsOf(uris),
});
