import type { ReactNode } from 'react';
import { useAreaNavigation } from '../../platform/navigation/areaNavigation.ts';
import type { ActiveWidget } from '../registry/activeWidgets.ts';
import { useNewTabLink } from './newTabLink.ts';
import { preloadWidget } from './useWidgetComponent.ts';

export interface WidgetTriggerProps {
  readonly active: ActiveWidget;
  readonly className?: string;
  /** Accessible name instead of the content; for a new tab it also says that one opens. */
  readonly label?: string;
  readonly children: ReactNode;
}

/** Opens a widget from the text view: a button, or a link into a new tab. */
export function WidgetTrigger({ active, className, label, children }: WidgetTriggerProps) {
  const { openWidget } = useAreaNavigation();
  const tab = useNewTabLink(active, label);
  const { id, type } = active.widget;
  const preload = (): void => preloadWidget(type);
  if (tab.href !== undefined) {
    return (
      <a {...tab} data-opens={id} className={className}>
        {children}
      </a>
    );
  }
  return (
    <button
      type="button"
      data-opens={id}
      className={className}
      aria-label={label}
      aria-haspopup="dialog"
      onClick={() => void openWidget(id)}
      onPointerEnter={preload}
      onFocus={preload}
    >
      {children}
    </button>
  );
}
