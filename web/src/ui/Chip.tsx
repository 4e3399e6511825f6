import { Toggle } from '@base-ui/react/toggle';
import type { ComponentProps } from 'react';

export type ChipProps = Omit<ComponentProps<typeof Toggle>, 'className' | 'render'>;

/** A filter that can be switched on and off. */
export function Chip(props: ChipProps) {
  return (
    <Toggle
      {...props}
      className="press target inline-flex h-9 items-center gap-2 rounded-full border border-field-line px-4 text-small-button font-strong hover:bg-raised data-pressed:border-ink data-pressed:bg-ink data-pressed:text-ground"
    />
  );
}
