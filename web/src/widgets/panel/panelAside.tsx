/** The free end of a panel's title bar, for controls of the widget. */
import { createContext, useContext, type ReactNode, type ReactPortal } from 'react';
import { createPortal } from 'react-dom';

export const PanelAsideSlot = createContext<HTMLElement | null>(null);

/** Renders its children into the title bar of the panel; renders nothing outside of a panel. */
export function PanelAside({ children }: { readonly children: ReactNode }): ReactPortal | null {
  const slot = useContext(PanelAsideSlot);
  return slot && createPortal(children, slot);
}
