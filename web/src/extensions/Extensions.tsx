import type { ComponentType, ReactNode } from 'react';

export interface ExtensionsProps<P extends object> {
  readonly of: readonly ComponentType<P>[];
  readonly props: P;
}

/** All extensions of one place. */
export function Extensions<P extends object>({ of, props }: ExtensionsProps<P>): ReactNode {
  // The list never changes.
  return of.map((Each, position) => <Each key={position} {...props} />);
}
