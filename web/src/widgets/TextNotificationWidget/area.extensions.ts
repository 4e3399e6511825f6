/** The notices of an area, and their button in the dock. */
import noteFill from '@phosphor-icons/core/fill/note-fill.svg?raw';
import note from '@phosphor-icons/core/regular/note.svg?raw';
import type { Area } from '@foyer/contract';
import {
  useAreaNavigation,
  useAreaSearchParams,
  useAreaView,
} from '../../platform/navigation/areaNavigation.ts';
import type { AreaExtensions } from '../../extensions/area.ts';
import type { DockEntry } from '../../extensions/dockEntry.ts';
import { PictureNotices, TextNotices } from './NoticeHost.tsx';
import { useNotices, useNoticeTitle } from './notices.ts';
import { useTexts } from './useTexts.ts';

function useNoticesEntry(area: Area): DockEntry | undefined {
  const { t } = useTexts();
  const titleOf = useNoticeTitle();
  const notices = useNotices(area);
  const { widget } = useAreaSearchParams();
  const { openWidget } = useAreaNavigation();
  const [first] = notices;
  if (!first) return undefined;
  const unseenCount = notices.filter(({ isSeen }) => !isSeen).length;
  const common = {
    id: 'notices',
    label: t('title'),
    icon: note,
    openIcon: noteFill,
    news: unseenCount,
    ...(unseenCount > 0 && { longLabel: t('count', { count: unseenCount }) }),
  };
  if (notices.length === 1) {
    const { id } = first.active.widget;
    return { ...common, kind: 'action', isOpen: widget === id, run: () => void openWidget(id) };
  }
  return {
    ...common,
    kind: 'menu',
    entries: notices.map(({ active }) => ({
      key: active.widget.id,
      label: titleOf(active),
      run: () => void openWidget(active.widget.id),
    })),
  };
}

export const extensions: AreaExtensions = {
  dock: [{ order: 20, useEntry: useNoticesEntry }],
  hosts: [{ order: 20, Component: PictureNotices, useCondition: () => useAreaView() !== 'text' }],
  textView: [{ order: 10, Component: TextNotices }],
};
