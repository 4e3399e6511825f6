/** The QR code of an address. */
import { localizedUris } from '../localized.ts';
import { configurationOf, defineWidget } from './define.ts';
import { qrCodeWarnings } from './uris.ts';

export const superEventQrEntryPointWidget = defineWidget({
  type: 'SuperEventQrEntryPointWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ uris: localizedUris }),
  verb: 'open',
  warnings: qrCodeWarnings,
});
