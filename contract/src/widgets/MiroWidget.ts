/** A Miro board. */
import { miro } from '../embeds.ts';
import { localizedUris } from '../localized.ts';
import { configurationOf, defineWidget, embedFields, framePermissionsOf, framesOf } from './define.ts';
import { providerPageWarnings, providerUriErrors } from './uris.ts';

const example = 'https://miro.com/app/board/uXjVExample=/';

export const miroWidget = defineWidget({
  type: 'MiroWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ uris: localizedUris, ...embedFields }),
  verb: 'open',
  origins: ({ uris }) => framesOf(uris),
  permissions: ({ uris }) => framePermissionsOf(uris),
  errors: providerUriErrors(miro, example),
  warnings: providerPageWarnings(example),
});
