import { lazy } from 'react';
import { OpensOnDemand } from './OpensOnDemand.tsx';
import type { MenuProps } from './popupProps.ts';
import { fetchPiece } from '../platform/fetchPiece.ts';
import { useKeptFocus } from './useKeptFocus.ts';

export type { MenuEntry, MenuProps } from './popupProps.ts';

const load = () => fetchPiece(() => import('./MenuPopup.tsx'));
const MenuPopup = lazy(load);

/** A short list of actions that opens below its button. */
export function Menu(props: MenuProps) {
  const trigger = useKeptFocus(props.trigger);
  return (
    <OpensOnDemand trigger={trigger} haspopup="menu" load={load}>
      <MenuPopup {...props} trigger={trigger} />
    </OpensOnDemand>
  );
}
