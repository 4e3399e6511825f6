/** Live results of a Mentimeter presentation. */
import { localizedUris } from '../localized.ts';
import { configurationOf, defineWidget, embedFields, framePermissionsOf, framesOf } from './define.ts';

export const mentimeterTagCloudWidget = defineWidget({
  type: 'MentimeterTagCloudWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ uris: localizedUris, ...embedFields }),
  verb: 'open',
  origins: ({ uris }) => framesOf(uris),
  permissions: ({ uris }) => framePermissionsOf(uris),
});
