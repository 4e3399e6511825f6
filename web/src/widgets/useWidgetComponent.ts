/** Loads a widget's component when it is first needed and keeps it. */
import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { base } from '../platform/base.ts';
import { entryOf } from './registry.ts';
import type { WidgetProps, WidgetType } from './widgetProps.ts';

export type LoadedWidget<T extends WidgetType> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly Component: ComponentType<WidgetProps<T>> };

const loaded = new Map<WidgetType, unknown>();
const componentOf = <T extends WidgetType>(type: T) =>
  loaded.get(type) as ComponentType<WidgetProps<T>> | undefined;

async function load<T extends WidgetType>(type: T): Promise<ComponentType<WidgetProps<T>>> {
  const entry = entryOf(type);
  if (!entry) throw new Error(`this version has no ${type}`);
  const { default: Component } = await entry.load();
  loaded.set(type, Component);
  return Component;
}

/** Fetches a component before it is asked for, as soon as somebody points at its thing. Failures show when it opens. */
export function preloadWidget(type: WidgetType): void {
  if (!loaded.has(type)) load(type).catch(() => undefined);
}

/**
 * Browsers remember that a module did not arrive, so only a new page asks for it again; the address leads back to the
 * widget. Without a server there would be no new page either: then this one stays.
 */
async function startAnew(): Promise<boolean> {
  const answer = await fetch(`${base}/ui-config.json`, { cache: 'no-store' }).catch(() => undefined);
  if (answer?.ok) location.reload();
  return answer?.ok ?? false;
}

/** @returns what there is to show, and what "try again" does when it did not load */
export function useWidgetComponent<T extends WidgetType>(
  type: T,
): { readonly loading: LoadedWidget<T>; readonly retry: () => void } {
  const [failed, setFailed] = useState(false);
  const [, setReady] = useState(0);
  useEffect(() => {
    if (componentOf(type)) return undefined;
    let wanted = true;
    load(type).then(
      () => wanted && setReady((count) => count + 1),
      () => wanted && setFailed(true),
    );
    return () => {
      wanted = false;
    };
  }, [type]);
  const retry = useCallback(() => {
    setFailed(false);
    void startAnew().then((starts) => setFailed(!starts));
  }, []);
  const Component = componentOf(type);
  if (Component) return { loading: { state: 'ready', Component }, retry };
  return { loading: { state: failed ? 'failed' : 'loading' }, retry };
}
