/**
 * Hooks for the state of an area in its URL, and navigation within and between areas. Downloaded with the first area; the
 * router itself only reads the URL.
 */
import type { AreaView } from '@foyer/contract';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { create } from 'zustand';
import { browserStorage } from '../storage/browserStorage.ts';
import { readAreaSearchParams, type AreaSearchParams } from './areaSearchParams.ts';
import {
  noWidget,
  openedWidget,
  readWidgetPart,
  searchOfPart,
  type OpenedWidget,
  type WidgetPart,
} from './openedWidget.ts';
import { routeNames } from './routeNames.ts';
import type { SearchValues } from './searchParams.ts';
import { guardsOf, waitForGuards } from './widgetGuards.ts';

export const useAreaSearchParams = (): AreaSearchParams =>
  useRouterState({ select: (state) => readAreaSearchParams(state.location.search), structuralSharing: true });

export function useOpenedWidget(): OpenedWidget | undefined {
  const search = useAreaSearchParams();
  return useMemo(() => openedWidget(search), [search]);
}

/** Whether the URL is that of this area. While another area is opened, it is that of the other one already. */
export const useIsUrlOf = (areaId: string): boolean =>
  useRouterState({
    select: ({ location }) => [undefined, areaId].includes(/\/area\/([^/]+)$/.exec(location.pathname)?.[1]),
  });

/** What the URL shows inside of the open widget. */
export const useWidgetPart = (): WidgetPart =>
  useRouterState({ select: (state) => readWidgetPart(state.location.search), structuralSharing: true });

const viewStorageKey = 'foyer.view';

/** The view that was chosen last, on this page or on an earlier visit. */
const useChosenView = create<{ readonly view: AreaView }>(() => ({
  view: browserStorage.get(viewStorageKey) === 'text' ? 'text' : 'picture',
}));

/** The view in the URL, else the one that was chosen last. */
export function useAreaView(): AreaView {
  const { view } = useAreaSearchParams();
  const chosen = useChosenView((state) => state.view);
  return view ?? chosen;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This history entry opened a dialog, so closing it goes back. */
    openedDialog?: boolean;
    /** This history entry opened a part of a widget, so closing the part goes back. */
    openedPart?: boolean;
  }
}

/** Navigation within and between areas. Other search values are kept. */
export function useAreaNavigation() {
  const router = useRouter();
  return useMemo(() => createAreaNavigation(router), [router]);
}

export function createAreaNavigation(router: ReturnType<typeof useRouter>) {
  const change = (
    search: AreaSearchParams,
    options: { replace?: boolean; openedDialog?: boolean; openedPart?: boolean } = {},
  ) =>
    router.navigate({
      to: '.',
      search: (before: SearchValues) => readAreaSearchParams({ ...before, ...search }),
      replace: options.replace ?? false,
      state: (before) => ({
        ...before,
        openedDialog: options.openedDialog ?? false,
        openedPart: options.openedPart ?? false,
      }),
    });
  const openedBy = () => {
    const { openedDialog = false, openedPart = false } = router.state.location.state;
    return { openedDialog, openedPart };
  };
  /** Goes back from the history entry of an open part, if it has its own, to that of the dialog. */
  const leavePart = async () => {
    if (!openedBy().openedPart) return;
    const arrived = Promise.withResolvers<void>();
    const unsubscribe = router.history.subscribe(() => arrived.resolve());
    router.history.back();
    await arrived.promise;
    unsubscribe();
  };
  /** A dialog that replaces another one replaces its history entry too. */
  const openDialog = async (search: AreaSearchParams) => {
    const replaces = openedWidget(readAreaSearchParams(router.state.location.search)) !== undefined;
    const openedDialog = replaces ? openedBy().openedDialog : true;
    await leavePart();
    await change(search, { openedDialog, replace: replaces });
  };
  /** Goes back if opening the dialog added a history entry; otherwise the URL is replaced. */
  const closeWidget = async () => {
    const { openedDialog, openedPart } = openedBy();
    // A part that was opened afterwards has an entry of its own above.
    if (openedDialog) {
      router.history.go(openedPart ? -2 : -1);
      return;
    }
    await leavePart();
    await change(noWidget, { replace: true });
  };
  return {
    goToArea: (architectureId: string, areaId: string, viewpoint?: string) =>
      router.navigate({
        to: routeNames.Area,
        params: { architectureId, areaId },
        search: (before: SearchValues) => readAreaSearchParams({ ...before, viewpoint, ...noWidget }),
      }),
    showViewpoint: (viewpoint: string) => change({ viewpoint }),
    openWidget: (widget: string) => openDialog({ ...noWidget, widget }),
    openFloorplan: () => openDialog({ ...noWidget, floorplan: 'open' }),
    closeWidget,
    /** Adds a history entry, so that Back leads to what the widget shows without a part. One part has one entry. */
    openPart: (part: WidgetPart) => {
      const { openedDialog, openedPart } = openedBy();
      return change(searchOfPart(part), { openedDialog, openedPart: true, replace: openedPart });
    },
    /** The part in the URL. The page may still show an earlier one: it renders after the navigation. */
    currentPart: () => readWidgetPart(router.latestLocation.search),
    /** Replaces the part that is shown, for example by its next page. */
    replacePart: (part: WidgetPart) => change(searchOfPart(part), { ...openedBy(), replace: true }),
    /** Goes back if opening the part added a history entry; otherwise the URL is replaced. */
    closePart: async () => {
      if (openedBy().openedPart) router.history.back();
      else await change(searchOfPart({}), { ...openedBy(), replace: true });
    },
    /** Stored for the next visit. */
    showView: async (view: AreaView) => {
      // The page shows the chosen view at once, so it must not be chosen before its navigation may happen, which stays on
      // the page and keeps its widget.
      const here = new URL(location.href);
      if (await waitForGuards(guardsOf({ from: here, to: here }))) return;
      browserStorage.set(viewStorageKey, view);
      useChosenView.setState({ view });
      await change({ view: view === 'text' ? 'text' : undefined }, { ...openedBy(), replace: true });
    },
  };
}
