/** Live results of a Mentimeter presentation. */
import { localizedUris } from '../localized.ts';
import { configurationOf, defineWidget, framesOf } from './define.ts';

export const mentimeterTagCloudWidget = defineWidget({
  type: 'MentimeterTagCloudWidget',
  scope: 'content',
  schema: configurationOf({ uris: localizedUris }),
  verb: 'look',
  origins: ({ uris }) => framesOf(uris),
});
