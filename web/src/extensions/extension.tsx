/** An extension is what a feature adds to a place of the app. The places do not know the features by name. */
import type { ComponentType } from 'react';
import { lazyOptional } from '../platform/loading/lazyOptional.tsx';
import type { LazyNamespace } from '../platform/i18n/texts.ts';

export interface Ordered {
  /** Position in its place, lowest first; equal ones follow the alphabet of their folders. */
  readonly order: number;
}

export type Source<P> =
  | {
      /** Downloaded with the file that declares it. */
      readonly Component: ComponentType<P>;
    }
  | {
      /** A single `import()`, called when the condition first holds. */
      readonly load: () => Promise<{ readonly default: ComponentType<P> }>;
      /** Downloaded with it. */
      readonly texts?: readonly LazyNamespace[];
    };

/** A component in a place that gives its extensions the props `P`. */
export type Extension<P extends object = object> = Ordered &
  Source<P> & {
    /** A hook: whether the component is mounted. Without it, the component always is. */
    readonly useCondition?: (props: P) => boolean;
    /** Is rendered after a failed download, until another one succeeds. */
    readonly Failed?: ComponentType<P>;
  };

/** A component that mounts the extension's component while its condition holds. */
export function componentOf<P extends object>(extension: Extension<P>): ComponentType<P> {
  const { useCondition = () => true, Failed } = extension;
  const Content =
    'Component' in extension ? extension.Component : lazyOptional(extension.load, extension.texts, Failed);
  return function ConditionalExtension(props: P) {
    return useCondition(props) ? <Content {...props} /> : null;
  };
}

/**
 * All entries of one place, in their order.
 * @param found declarations by the paths of their files
 */
export function sortExtensions<D, T extends Ordered>(
  found: Readonly<Record<string, D>>,
  entriesOf: (declaration: D) => readonly T[] | undefined,
): readonly T[] {
  return Object.entries(found)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, declaration]) => entriesOf(declaration) ?? [])
    .toSorted((a, b) => a.order - b.order);
}

/** A hook that calls all given hooks, whose number never changes, and returns the entries that exist now. */
export const hookOfEach = <A extends readonly unknown[], E>(
  hooks: readonly ((...args: A) => E | undefined)[],
): ((...args: A) => readonly E[]) =>
  hooks.reduce<(...args: A) => readonly E[]>(
    (useEntriesBefore, useEntry) =>
      function useEntries(...args) {
        const before = useEntriesBefore(...args);
        const entry = useEntry(...args);
        return entry === undefined ? before : [...before, entry];
      },
    () => [],
  );
