/** The QR code of a Mentimeter vote. */
import * as z from 'zod/mini';
import { localizedUris } from '../localized.ts';
import { text } from '../values.ts';
import { configurationOf, defineWidget } from './define.ts';
import { qrCodeWarnings } from './uris.ts';

const votingCode = text.check(
  z.refine((value) => value.trim() !== '', 'is blank: set the code with which people vote, or leave it out'),
);

export const mentimeterQrCodeWidget = defineWidget({
  type: 'MentimeterQrCodeWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ uris: localizedUris, votingCode: z.optional(votingCode) }),
  verb: 'open',
  warnings: qrCodeWarnings,
});
