/** A notice, shown once to each attendee and again after a change. */
import * as z from 'zod/mini';
import { localizedRichTexts, localizedTexts } from '../localized.ts';
import { configurationOf, defineWidget } from './define.ts';

export const textNotificationWidget = defineWidget({
  type: 'TextNotificationWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ titles: z.optional(localizedTexts), texts: localizedRichTexts }),
  verb: 'read',
  happening: 'on',
});
