import { lazy } from 'react';
import { OpensOnDemand } from './OpensOnDemand.tsx';
import type { MenuProps } from './popupProps.ts';
import { importWithRetry } from '../platform/loading/importWithRetry.ts';
import { useKeptFocus } from './useKeptFocus.ts';

export type { MenuEntry, MenuProps } from './popupProps.ts';

const importPopup = () => import('./MenuPopup.tsx');
const load = () => importWithRetry(importPopup);
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
