import type { ComponentProps } from 'react';

/** A rounded surface that floats above the picture. */
export function Island({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`island flex items-center rounded-full ${className}`} />;
}
