import { Drawer as BaseDrawer } from '@base-ui/react/drawer';
import type { ReactNode } from 'react';
import { useActiveDialog } from '../platform/dialogs.ts';
import { useLanguage } from '../platform/i18n/useLanguage.ts';

export interface DrawerProps {
  readonly id: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly children: ReactNode;
  /** `end`: at the inline end of the screen. `bottom`: a sheet. */
  readonly side?: 'end' | 'bottom';
  /** Pixels; default: the width of the content. */
  readonly width?: number;
  readonly className?: string;
}

/** A surface that slides in from an edge. A swipe, Escape or a press outside closes it. */
export function Drawer(props: DrawerProps) {
  const { id, open, onOpenChange, title, children, side = 'end', width, className = '' } = props;
  const { direction } = useLanguage();
  useActiveDialog(id, open, () => onOpenChange(false));
  const end = direction === 'rtl' ? 'left' : 'right';
  const swipe = side === 'bottom' ? 'down' : end;
  const place =
    side === 'bottom'
      ? 'inset-x-0 bottom-0 max-h-[85dvh] rounded-t-panel drawer-from-bottom'
      : 'inset-y-0 end-0 drawer-from-end';
  return (
    <BaseDrawer.Root open={open} onOpenChange={onOpenChange} swipeDirection={swipe}>
      <BaseDrawer.Portal>
        <BaseDrawer.Backdrop className="scrim scrim-motion fixed inset-0 z-40" />
        <BaseDrawer.Viewport className="fixed inset-0 z-40">
          <BaseDrawer.Popup
            style={{ width }}
            className={`panel fixed flex flex-col overflow-y-auto ${place} ${className}`}
          >
            <BaseDrawer.Title className="sr-only">{title}</BaseDrawer.Title>
            <BaseDrawer.Content className="flex min-h-full flex-col">{children}</BaseDrawer.Content>
          </BaseDrawer.Popup>
        </BaseDrawer.Viewport>
      </BaseDrawer.Portal>
    </BaseDrawer.Root>
  );
}
