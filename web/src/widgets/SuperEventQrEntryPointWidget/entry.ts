import icon from '@phosphor-icons/core/regular/qr-code.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'SuperEventQrEntryPointWidget'>({
  icon,
  names: { en: 'QR code', de: 'QR-Code', ar: 'رمز QR' },
  panel: 'column',
  address: ({ uris }) => ({ kind: 'uri', entries: uris }),
  load: () => import('./SuperEventQrEntryPointWidget.tsx'),
});
