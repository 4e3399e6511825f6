import bookOpenFill from '@phosphor-icons/core/fill/book-open-text-fill.svg?raw';
import imageFill from '@phosphor-icons/core/fill/image-square-fill.svg?raw';
import bookOpen from '@phosphor-icons/core/regular/book-open-text.svg?raw';
import image from '@phosphor-icons/core/regular/image-square.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import type { DockEntry } from '../../extensions/dockEntry.ts';
import type { AreaView } from './TwinSwitch.tsx';

/** The twin switch as an entry of a phone's dock: it offers the other one. */
export function useTwinEntry(view: AreaView, onChange: (view: AreaView) => void): DockEntry {
  const { t } = useTranslation('widgets');
  const reading = view === 'reading';
  return {
    kind: 'action',
    id: 'twin',
    label: t(reading ? 'dock.picture' : 'dock.reading'),
    icon: reading ? image : bookOpen,
    openIcon: reading ? imageFill : bookOpenFill,
    isOpen: false,
    run: () => onChange(reading ? 'picture' : 'reading'),
  };
}
