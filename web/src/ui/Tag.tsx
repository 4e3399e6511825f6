import type { ComponentProps } from 'react';

/** A small label, 28 pixels high. */
export function Tag({ className = '', ...rest }: ComponentProps<'span'>) {
  return (
    <span
      {...rest}
      className={`inline-flex h-7 items-center gap-1.5 rounded-full border border-line px-3 text-caption font-medium ${className}`}
    />
  );
}
