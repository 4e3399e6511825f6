import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

export interface TooltipProps {
  readonly text: string;
  /** The element with the tooltip. It needs an accessible name of its own, because tooltips are not always shown. */
  readonly children: ReactElement;
  readonly side?: 'top' | 'bottom' | 'inline-start' | 'inline-end';
}

export function Tooltip({ text, children, side = 'bottom' }: TooltipProps) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner sideOffset={8} side={side} className="z-50">
          <BaseTooltip.Popup className="island pop max-w-80 px-3 py-1.5 text-caption font-medium">
            {text}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  );
}
