/** The QR code of a Mentimeter vote. */
import * as z from 'zod/mini';
import { localizedUris } from '../localized.ts';
import { text } from '../values.ts';
import { configurationOf, defineWidget } from './define.ts';
import { qrCodeWarnings } from './uris.ts';

export const mentimeterQrCodeWidget = defineWidget({
  type: 'MentimeterQrCodeWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ uris: localizedUris, votingCode: z.optional(text) }),
  verb: 'open',
  errors: ({ votingCode }) =>
    votingCode?.trim() === ''
      ? [
          {
            path: ['votingCode'],
            reason: 'is blank: set the code with which people vote, or leave it out',
          },
        ]
      : [],
  warnings: qrCodeWarnings,
});
