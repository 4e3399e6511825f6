/** A Miro board. */
import { miro } from '../embeds.ts';
import { configurationOf, defineWidget, embedFields, framePermissionsOf, framesOf } from './define.ts';
import { providerPageWarnings, providerUris } from './uris.ts';

const example = 'https://miro.com/app/board/uXjVExample=/';

export const miroWidget = defineWidget({
  type: 'MiroWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ uris: providerUris(miro, example), ...embedFields }),
  verb: 'open',
  origins: ({ uris }) => framesOf(uris),
  permissions: ({ uris }) => framePermissionsOf(uris),
  warnings: providerPageWarnings(example),
});
