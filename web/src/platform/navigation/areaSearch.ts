/** What of an area stands in its address (AREA-10): viewpoint, open widget, floorplan, reading view. */
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { create } from 'zustand';
import { browserStorage } from '../storage/browserStorage.ts';
import { routeNames } from './routeNames.ts';
import type { SearchValues } from './searchParams.ts';

export interface AreaSearch {
  readonly viewpoint?: string | undefined;
  /** Id of the widget whose dialog is open. */
  readonly widget?: string | undefined;
  /** `open` while the floorplan is. */
  readonly floorplan?: string | undefined;
  readonly view?: 'reading' | 'picture' | undefined;
}

const nonEmpty = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Takes what is well-formed; whatever else stands in the address (`lang`) stays there. */
export function readAreaSearch(search: Record<string, unknown>): AreaSearch & SearchValues {
  const view = nonEmpty(search['view']);
  const read = {
    ...search,
    viewpoint: nonEmpty(search['viewpoint']),
    widget: nonEmpty(search['widget']),
    // `?floorplan` alone says enough.
    floorplan: typeof search['floorplan'] === 'string' ? 'open' : undefined,
    view: view === 'reading' || view === 'picture' ? view : undefined,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}

export const useAreaSearch = (): AreaSearch =>
  useRouterState({ select: (state) => readAreaSearch(state.location.search), structuralSharing: true });

const viewStorageKey = 'foyer.view';

/** What was chosen last, here or on an earlier visit. */
const useChosenView = create<{ readonly view: 'picture' | 'reading' }>(() => ({
  view: browserStorage.get(viewStorageKey) === 'reading' ? 'reading' : 'picture',
}));

/** Picture or reading: the address says it, else what was chosen last. */
export function useAreaView(): 'picture' | 'reading' {
  const { view } = useAreaSearch();
  const chosen = useChosenView((state) => state.view);
  return view ?? chosen;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry opened a dialog over the one before it, so closing it is going back. */
    openedDialog?: boolean;
  }
}

/** The ways within and between areas. All keep what else stands in the address. */
export function useAreaNavigation() {
  const router = useRouter();
  return useMemo(() => {
    const change = (search: AreaSearch, options: { replace?: boolean; openedDialog?: boolean } = {}) =>
      router.navigate({
        to: '.',
        search: (before: SearchValues) => readAreaSearch({ ...before, ...search }),
        replace: options.replace ?? false,
        state: (before) => ({ ...before, openedDialog: options.openedDialog ?? false }),
      });
    /** One dialog after another is still one step: the second takes the place of the first. */
    const open = (search: AreaSearch) => {
      const over = isDialogOpen();
      const openedDialog = over ? (router.state.location.state.openedDialog ?? false) : true;
      return change(search, { openedDialog, replace: over });
    };
    const isDialogOpen = () => {
      const { widget, floorplan } = readAreaSearch(router.state.location.search);
      return widget !== undefined || floorplan !== undefined;
    };
    /** Back where opening it was a step; an address that was opened with it is rewritten. */
    const close = async (search: AreaSearch) => {
      if (router.state.location.state.openedDialog) router.history.back();
      else await change(search, { replace: true });
    };
    return {
      goToArea: (architectureId: string, areaId: string, viewpoint?: string) =>
        router.navigate({
          to: routeNames.Area,
          params: { architectureId, areaId },
          search: (before: SearchValues) =>
            readAreaSearch({ ...before, viewpoint, widget: undefined, floorplan: undefined }),
        }),
      showViewpoint: (viewpoint: string) => change({ viewpoint }),
      openWidget: (widget: string) => open({ widget, floorplan: undefined }),
      closeWidget: () => close({ widget: undefined }),
      openFloorplan: () => open({ floorplan: 'open', widget: undefined }),
      closeFloorplan: () => close({ floorplan: undefined }),
      /** Remembered for the next visit. */
      showView: (view: 'picture' | 'reading') => {
        browserStorage.set(viewStorageKey, view);
        useChosenView.setState({ view });
        return change({ view: view === 'reading' ? 'reading' : undefined }, { replace: true });
      },
    };
  }, [router]);
}
