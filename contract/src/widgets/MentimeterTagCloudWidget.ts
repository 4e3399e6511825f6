/** Live results of a Mentimeter presentation. */
import { mentimeter } from '../embeds.ts';
import { localizedUris } from '../localized.ts';
import { configurationOf, defineWidget, embedFields, framePermissionsOf, framesOf } from './define.ts';
import { providerPageWarnings, providerUriErrors } from './uris.ts';

const example = 'https://www.mentimeter.com/app/presentation/example/embed';

export const mentimeterTagCloudWidget = defineWidget({
  type: 'MentimeterTagCloudWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ uris: localizedUris, ...embedFields }),
  verb: 'open',
  origins: ({ uris }) => framesOf(uris),
  permissions: ({ uris }) => framePermissionsOf(uris),
  errors: providerUriErrors(mentimeter, example),
  warnings: providerPageWarnings(example),
});
