import type { ComponentProps } from 'react';
import { Icon } from '../platform/icons/Icon.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'children'> {
  readonly svg: string;
  /** Accessible name of the icon. */
  readonly label: string;
  readonly mirror?: boolean;
  readonly size?: number;
  readonly className?: string;
}

/** 40 pixels high, with a hit area of 44. */
export function IconButton({
  svg,
  label,
  mirror = false,
  size = 20,
  className = '',
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className={`press target inline-flex size-10 shrink-0 items-center justify-center rounded-full text-ink hover:bg-raised disabled:text-ink-3 pointer-coarse:size-11 ${className}`}
    >
      <Icon svg={svg} size={size} mirror={mirror} />
    </button>
  );
}
