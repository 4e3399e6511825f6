/** The free end of a panel's title bar, where a widget may put controls of its own. */
import { createContext, useContext, type ReactNode, type ReactPortal } from 'react';
import { createPortal } from 'react-dom';

export const PanelAsideSlot = createContext<HTMLElement | null>(null);

/** Puts its children into the title bar of the panel it is in; shows nothing where there is none. */
export function PanelAside({ children }: { readonly children: ReactNode }): ReactPortal | null {
  const slot = useContext(PanelAsideSlot);
  return slot && createPortal(children, slot);
}
