/**
 * The side panels (decision 126). They share a slot at the inline end of the page: opening one closes the others. Only
 * details may cover a list, which stays open below them and is shown again when they close.
 */
import { createStore, useStore, type StoreApi } from 'zustand';
import { hasNavigationGuards, waitForGuards } from './navigation/widgetGuards.ts';
import { useUi } from './state/ui.ts';
import { untilAborted } from './untilAborted.ts';
import type { Visit } from './visit/visit.ts';
import { useVisit } from './visit/VisitProvider.tsx';

export interface SidePanel {
  /** The id of its extension, and the beginning of the ids of its dialogs. */
  readonly id: string;
  readonly kind?: 'list' | 'details';
  /** Removes the panel from the slot. */
  readonly close: () => void;
}

interface SidePanelsState {
  /** The panels in the slot, in the order in which they were opened. */
  readonly open: readonly SidePanel[];
}

export interface SidePanels {
  readonly store: StoreApi<SidePanelsState>;
  /**
   * Closes the panels that a panel replaces, and then shows it. Asks about unsaved changes in them first: their guards have
   * their ids. Does nothing once the visit has ended.
   */
  readonly replace: (panel: SidePanel, show: () => void) => void;
  /**
   * Keeps a panel in the slot while the state of a store says that it is open, until the visit ends. Its `close` must change
   * that state.
   */
  readonly follow: <S>(
    panel: SidePanel,
    store: Pick<StoreApi<S>, 'subscribe'>,
    isOpen: (state: S) => boolean,
  ) => void;
  /** A panel without state of its own. */
  readonly create: (id: string, kind?: SidePanel['kind']) => SidePanel & { readonly open: () => void };
  readonly closeAll: () => void;
}

const covers = (a: SidePanel, b: SidePanel): boolean => a.kind === 'details' && b.kind === 'list';
const canShareSlot = (a: SidePanel, b: SidePanel): boolean => a === b || covers(a, b) || covers(b, a);

/** A part of the visit: no panel stays open for the next user. */
export function createSidePanels({ signal }: Visit): SidePanels {
  const store = createStore<SidePanelsState>(() => ({ open: [] }));
  const { getState, setState } = store;

  const panelsReplacedBy = (panel: SidePanel): readonly SidePanel[] =>
    getState().open.filter((other) => !canShareSlot(panel, other));

  function addToSlot(panel: SidePanel): void {
    for (const other of panelsReplacedBy(panel)) other.close();
    setState(({ open }) => (open.includes(panel) ? {} : { open: [...open, panel] }));
  }

  const removeFromSlot = (panel: SidePanel): void =>
    setState(({ open }) => (open.includes(panel) ? { open: open.filter((other) => other !== panel) } : {}));

  function replace(panel: SidePanel, show: () => void): void {
    const showNow = (): void => {
      if (signal.aborted) return;
      for (const other of panelsReplacedBy(panel)) other.close();
      show();
    };
    const isReplaced = (guardId: string): boolean => panelsReplacedBy(panel).some(({ id }) => id === guardId);
    if (hasNavigationGuards(isReplaced))
      void waitForGuards(isReplaced).then((isBlocked) => !isBlocked && showNow());
    else showNow();
  }

  return {
    store,
    replace,
    follow(panel, state, isOpen) {
      const end = state.subscribe((now) => (isOpen(now) ? addToSlot(panel) : removeFromSlot(panel)));
      untilAborted(signal, end);
    },
    create(id, kind) {
      const panel = {
        id,
        ...(kind && { kind }),
        open: () => replace(panel, () => addToSlot(panel)),
        close: () => removeFromSlot(panel),
      };
      return panel;
    },
    closeAll() {
      for (const panel of getState().open) panel.close();
    },
  };
}

export const useSidePanelsModel = (): SidePanels => useVisit().get(createSidePanels);

const useSidePanels = <T>(selector: (state: SidePanelsState) => T): T =>
  useStore(useSidePanelsModel().store, selector);

export const useIsSidePanelOpen = (id: string): boolean =>
  useSidePanels(({ open }) => open.some((panel) => panel.id === id));

/** Whether details have been opened over a list. */
export const useIsOverList = (): boolean =>
  useSidePanels(({ open }) => open.some(({ kind }) => kind === 'list'));

/** The id of the list that details cover. Until their dialog is open, the list stays visible and keeps the focus. */
export function useCoveredPanel(): string | undefined {
  const details = useSidePanels(({ open }) => open.find(({ kind }) => kind === 'details'));
  const list = useSidePanels(({ open }) => open.find(({ kind }) => kind === 'list'));
  return useUi(({ activeDialogStack }) =>
    details !== undefined && activeDialogStack.some(({ id }) => id.startsWith(details.id))
      ? list?.id
      : undefined,
  );
}
