import { Switch as BaseSwitch } from '@base-ui/react/switch';
import type { ComponentProps } from 'react';

export interface SwitchProps extends Omit<ComponentProps<typeof BaseSwitch.Root>, 'className' | 'children'> {
  readonly 'aria-label'?: string;
}

/** A switch. */
export function Switch(props: SwitchProps) {
  return (
    <BaseSwitch.Root
      {...props}
      className="target relative inline-flex h-6 w-11 shrink-0 items-center rounded-full border border-field-line bg-raised p-px transition-colors data-checked:bg-ink data-disabled:opacity-50 forced-colors:border-[CanvasText] forced-colors:data-checked:bg-[CanvasText]"
    >
      <BaseSwitch.Thumb className="size-5 rounded-full bg-ink transition-transform data-checked:translate-x-5 data-checked:bg-ground rtl:data-checked:-translate-x-5 forced-colors:bg-[CanvasText] forced-colors:data-checked:bg-[Canvas]" />
    </BaseSwitch.Root>
  );
}
