import { Icon } from '../../platform/icons/Icon.tsx';
import type { MenuEntry } from '../../ui/Menu.tsx';

/** An entry of a menu with an icon. */
export const menuEntry = (key: string, svg: string, label: string, run: () => void): MenuEntry => ({
  key,
  label,
  icon: <Icon svg={svg} size={20} />,
  run,
});
