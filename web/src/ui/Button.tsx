import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './Spinner.tsx';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'text';

const kinds: Readonly<Record<ButtonKind, string>> = {
  primary: 'bg-primary text-on-primary hover:brightness-110 disabled:bg-raised disabled:text-ink-3',
  secondary: 'bg-secondary text-on-secondary hover:brightness-110 disabled:text-ink-3 disabled:bg-raised',
  quiet: 'border border-field-line text-ink hover:bg-raised disabled:text-ink-3',
  text: 'text-ink hover:bg-raised disabled:text-ink-3',
};
const sizes = {
  medium: 'min-h-11 px-5 text-button',
  large: 'min-h-13 px-6 text-button',
  small: 'min-h-9 px-4 text-small-button target',
};

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  /** Use `primary` at most once on a screen. */
  readonly kind?: ButtonKind;
  readonly size?: keyof typeof sizes;
  /** Shows a spinner next to the label and keeps the width. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
  readonly className?: string;
}

export function Button({
  kind = 'secondary',
  size = 'medium',
  busy = false,
  icon,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...rest}
      className={`press inline-flex select-none items-center justify-center gap-2 rounded-full text-center font-strong ${sizes[size]} ${kinds[kind]} ${className}`}
    >
      {busy ? <Spinner size={18} /> : icon}
      {children}
    </button>
  );
}
