/** Loads the component of a widget type when it is first needed, and keeps it. */
import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { importWithRetry } from '../../platform/loading/importWithRetry.ts';
import { isServerReachable } from '../../platform/loading/isServerReachable.ts';
import { useRetryOnline } from '../../platform/useRetryOnline.ts';
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
  const { default: Component } = await importWithRetry(entry.load);
  loaded.set(type, Component);
  return Component;
}

/** Loads the component before the widget is opened, on hover and focus. Failures are shown when the widget opens. */
export function preloadWidget(type: WidgetType): void {
  if (!loaded.has(type)) load(type).catch(() => undefined);
}

/**
 * Browsers may remember failed imports until the page is reloaded; the URL opens the widget again. Without a server a
 * reload would lose the page, so nothing happens then.
 */
async function reloadIfReachable(): Promise<boolean> {
  const isReachable = await isServerReachable();
  if (isReachable) location.reload();
  return isReachable;
}

/**
 * A failed download is repeated when the browser is online again.
 * @returns the state of the component, and `retry` for the button of the error message
 */
export function useWidgetComponent<T extends WidgetType>(
  type: T,
): { readonly loading: LoadedWidget<T>; readonly retry: () => void } {
  const [failed, setFailed] = useState(false);
  const [, setReady] = useState(0);
  const [attempt, setAttempt] = useState({ mayReload: false });
  useEffect(() => {
    if (componentOf(type)) return undefined;
    let isActive = true;
    load(type).then(
      () => isActive && setReady((count) => count + 1),
      async () => {
        const reloads = isActive && attempt.mayReload && (await reloadIfReachable());
        if (isActive && !reloads) setFailed(true);
      },
    );
    return () => {
      isActive = false;
    };
  }, [type, attempt]);
  const tryAgain = useCallback((mayReload: boolean): void => {
    setFailed(false);
    setAttempt({ mayReload });
  }, []);
  const retry = useCallback(() => tryAgain(true), [tryAgain]);
  useRetryOnline(failed, () => tryAgain(false));
  const Component = componentOf(type);
  if (Component) return { loading: { state: 'ready', Component }, retry };
  return { loading: { state: failed ? 'failed' : 'loading' }, retry };
}
