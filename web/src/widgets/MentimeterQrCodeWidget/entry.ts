import icon from '@phosphor-icons/core/regular/qr-code.svg?raw';
import { defineEntry } from '../registry/widgetEntry.ts';

export const entry = defineEntry<'MentimeterQrCodeWidget'>({
  icon,
  names: { en: 'Vote', de: 'Abstimmung', ar: 'تصويت' },
  panel: 'column',
  provider: 'Mentimeter',
  address: ({ uris }) => ({ kind: 'uri', entries: uris }),
  load: () => import('./MentimeterQrCodeWidget.tsx'),
});
