/** The aside: a view that is shown in place of the open room, one at a time. Null: the open room. */
import { create } from 'zustand';

export const asides = [
  'newGroup',
  'groups',
  'members',
  'invite',
  'search',
  'moderation',
  'settings',
] as const;
export type Aside = (typeof asides)[number];

interface PanelView {
  readonly aside: Aside | null;
  /** The message to scroll to: a search result, or the message that a reply refers to. */
  readonly target: { readonly roomId: string; readonly seq: number } | null;
}

export const usePanelView = create<PanelView>(() => ({ aside: null, target: null }));

export const resetPanelView = (): void => usePanelView.setState({ aside: null, target: null });

export const showAside = (aside: Aside): void => usePanelView.setState({ aside });
export const closeAside = (): void => usePanelView.setState({ aside: null });

export const showTargetMessage = (roomId: string, seq: number): void =>
  usePanelView.setState({ aside: null, target: { roomId, seq } });
export const clearTargetMessage = (): void => usePanelView.setState({ target: null });
