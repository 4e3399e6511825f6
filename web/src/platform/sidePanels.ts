/**
 * The side panels (decision 126). They share a slot at the inline end of the page: opening one closes the others. Only
 * details may cover a list, which stays open below them and is shown again when they close.
 */
import { create, type StoreApi } from 'zustand';
import { hasNavigationGuards, waitForGuards } from './navigation/widgetGuards.ts';
import { useUi } from './state/ui.ts';
import { untilAborted } from './untilAborted.ts';

export interface SidePanel {
  /** The id of its extension, and the beginning of the ids of its dialogs. */
  readonly id: string;
  readonly kind?: 'list' | 'details';
  /** Removes the panel from the slot. */
  readonly close: () => void;
}

/** The panels in the slot, in the order in which they were opened. */
export const useSidePanels = create<{ readonly open: readonly SidePanel[] }>(() => ({ open: [] }));

export const useIsSidePanelOpen = (id: string): boolean =>
  useSidePanels(({ open }) => open.some((panel) => panel.id === id));

const covers = (a: SidePanel, b: SidePanel): boolean => a.kind === 'details' && b.kind === 'list';
const canShareSlot = (a: SidePanel, b: SidePanel): boolean => a === b || covers(a, b) || covers(b, a);

const panelsReplacedBy = (panel: SidePanel): readonly SidePanel[] =>
  useSidePanels.getState().open.filter((other) => !canShareSlot(panel, other));

function addToSlot(panel: SidePanel): void {
  for (const other of panelsReplacedBy(panel)) other.close();
  useSidePanels.setState(({ open }) => (open.includes(panel) ? {} : { open: [...open, panel] }));
}

const removeFromSlot = (panel: SidePanel): void =>
  useSidePanels.setState(({ open }) =>
    open.includes(panel) ? { open: open.filter((other) => other !== panel) } : {},
  );

/**
 * Closes the panels that a panel replaces, and then shows it. Asks about unsaved changes in them first: their guards have
 * their ids.
 */
export function replaceSidePanels(panel: SidePanel, show: () => void): void {
  const replace = (): void => {
    for (const other of panelsReplacedBy(panel)) other.close();
    show();
  };
  const isReplaced = (guardId: string): boolean => panelsReplacedBy(panel).some(({ id }) => id === guardId);
  if (hasNavigationGuards(isReplaced))
    void waitForGuards(isReplaced).then((isBlocked) => !isBlocked && replace());
  else replace();
}

/** A panel without state of its own. */
export function createSidePanel(
  id: string,
  kind?: SidePanel['kind'],
): SidePanel & { readonly open: () => void } {
  const panel = {
    id,
    ...(kind && { kind }),
    open: () => replaceSidePanels(panel, () => addToSlot(panel)),
    close: () => removeFromSlot(panel),
  };
  return panel;
}

/**
 * Keeps a panel in the slot while the state of a store says that it is open. Its `close` must change that state.
 * @param signal ends it and removes the panel
 */
export function followStore<S>(
  panel: SidePanel,
  store: Pick<StoreApi<S>, 'subscribe'>,
  isOpen: (state: S) => boolean,
  signal?: AbortSignal,
): void {
  const end = store.subscribe((state) => (isOpen(state) ? addToSlot(panel) : removeFromSlot(panel)));
  if (!signal) return;
  untilAborted(signal, () => {
    end();
    removeFromSlot(panel);
  });
}

export function closeSidePanels(): void {
  for (const panel of useSidePanels.getState().open) panel.close();
}

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
