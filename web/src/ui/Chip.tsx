import { Toggle } from '@base-ui/react/toggle';
import type { ReactNode } from 'react';

export interface ChipProps {
  readonly pressed: boolean;
  readonly onPressedChange: (pressed: boolean) => void;
  readonly children: ReactNode;
}

/** A filter that can be switched on and off. */
export function Chip({ pressed, onPressedChange, children }: ChipProps) {
  return (
    <Toggle
      pressed={pressed}
      onPressedChange={onPressedChange}
      className="press target inline-flex h-9 items-center gap-2 rounded-full border border-field-line px-4 text-small-button font-strong hover:bg-raised data-pressed:border-ink data-pressed:bg-ink data-pressed:text-ground"
    >
      {children}
    </Toggle>
  );
}
