import bookOpenFill from '@phosphor-icons/core/fill/book-open-text-fill.svg?raw';
import imageFill from '@phosphor-icons/core/fill/image-square-fill.svg?raw';
import bookOpen from '@phosphor-icons/core/regular/book-open-text.svg?raw';
import image from '@phosphor-icons/core/regular/image-square.svg?raw';
import type { AreaView } from '@foyer/contract';
import type { DockEntry } from '../../extensions/dockEntry.ts';
import { useTexts } from './useTexts.ts';

/** The view switch as an entry of a phone's dock: it opens the other view. */
export function useViewEntry(view: AreaView, onChange: (view: AreaView) => void): DockEntry {
  const { t } = useTexts();
  const isTextView = view === 'text';
  return {
    kind: 'action',
    id: 'view',
    label: t(isTextView ? 'picture' : 'text'),
    icon: isTextView ? image : bookOpen,
    openIcon: isTextView ? imageFill : bookOpenFill,
    isOpen: false,
    run: () => onChange(isTextView ? 'picture' : 'text'),
  };
}
