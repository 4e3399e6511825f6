import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';

export interface TooltipProps {
  readonly text: string;
  /** What it belongs to; it needs a name of its own, for a tooltip is not always shown. */
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
