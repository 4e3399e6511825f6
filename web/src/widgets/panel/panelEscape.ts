/** Escape inside of a widget's panel: it closes what the widget shows over its first view, before it closes the panel. */
import { createContext, useContext, useEffect, useEffectEvent } from 'react';

/** Sets what Escape does instead of closing the panel. */
export type SetStepBack = (stepBack: (() => void) | undefined) => void;

export const PanelEscape = createContext<SetStepBack | null>(null);

/** While the component is mounted, Escape calls `stepBack` instead of closing the panel around it. */
export function usePanelEscape(stepBack: () => void): void {
  const setStepBack = useContext(PanelEscape);
  const onEscape = useEffectEvent(stepBack);
  useEffect(() => {
    setStepBack?.(() => onEscape());
    return () => setStepBack?.(undefined);
  }, [setStepBack]);
}
