/** What stands in the place of the conversation: made, looked for, chosen. One at a time; null: the conversation. */
import { create } from 'zustand';

export const asides = ['newGroup', 'groups', 'members', 'invite', 'search', 'hosts', 'settings'] as const;
export type Aside = (typeof asides)[number];

interface PanelView {
  readonly aside: Aside | null;
  /** A message to be shown: one that was found, or that another one answers. */
  readonly target: { readonly roomId: string; readonly seq: number } | null;
}

export const usePanelView = create<PanelView>(() => ({ aside: null, target: null }));

export const resetPanelView = (): void => usePanelView.setState({ aside: null, target: null });

export const showAside = (aside: Aside): void => usePanelView.setState({ aside });
export const closeAside = (): void => usePanelView.setState({ aside: null });

export const showTargetMessage = (roomId: string, seq: number): void =>
  usePanelView.setState({ aside: null, target: { roomId, seq } });
export const clearTargetMessage = (): void => usePanelView.setState({ target: null });
