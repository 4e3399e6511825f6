/** Loads the component of a widget type when it is first needed, and keeps it. */
import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { base } from '../../platform/base.ts';
import { entryOf } from '../registry/registry.ts';
import type { WidgetProps, WidgetType } from '../registry/widgetProps.ts';

export type LoadedWidget<T extends WidgetType> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'ready'; readonly Component: ComponentType<WidgetProps<T>> };

const loaded = new Map<WidgetType, unknown>();
const componentOf = <T extends WidgetType>(type: T) =>
  loaded.get(type) as ComponentType<WidgetProps<T>> | undefined;

async function load<T extends WidgetType>(type: T): Promise<ComponentType<WidgetProps<T>>> {
  const entry = entryOf(type);
  if (!entry) throw new Error(`The app has no widget type ${type}.`);
  const { default: Component } = await entry.load();
  loaded.set(type, Component);
  return Component;
}

/** Loads the component before the widget is opened, on hover and focus. Failures are shown when the widget opens. */
export function preloadWidget(type: WidgetType): void {
  if (!loaded.has(type)) load(type).catch(() => undefined);
}

/**
 * Browsers cache failed module imports, so a retry needs a reload; the URL opens the widget again. Without a server a
 * reload would lose the page, so nothing happens then.
 */
async function reloadIfOnline(): Promise<boolean> {
  const response = await fetch(`${base}/ui-config.json`, { cache: 'no-store' }).catch(() => undefined);
  if (response?.ok) location.reload();
  return response?.ok ?? false;
}

/** @returns the state of the component, and `retry` for the button of the error message */
export function useWidgetComponent<T extends WidgetType>(
  type: T,
): { readonly loading: LoadedWidget<T>; readonly retry: () => void } {
  const [failed, setFailed] = useState(false);
  const [, setReady] = useState(0);
  useEffect(() => {
    if (componentOf(type)) return undefined;
    let isActive = true;
    load(type).then(
      () => isActive && setReady((count) => count + 1),
      () => isActive && setFailed(true),
    );
    return () => {
      isActive = false;
    };
  }, [type]);
  const retry = useCallback(() => {
    setFailed(false);
    void reloadIfOnline().then((reloads) => setFailed(!reloads));
  }, []);
  const Component = componentOf(type);
  if (Component) return { loading: { state: 'ready', Component }, retry };
  return { loading: { state: failed ? 'failed' : 'loading' }, retry };
}
