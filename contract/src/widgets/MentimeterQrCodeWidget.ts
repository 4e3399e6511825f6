/** The QR code of a Mentimeter vote. */
import * as z from 'zod/mini';
import { localizedUris } from '../localized.ts';
import { text } from '../values.ts';
import { configurationOf, defineWidget, needlessConsentWarnings } from './define.ts';

export const mentimeterQrCodeWidget = defineWidget({
  type: 'MentimeterQrCodeWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ uris: localizedUris, votingCode: z.optional(text) }),
  verb: 'open',
  warnings: needlessConsentWarnings,
});
