/** The menu on phones, with the sections that features add. */
import { MenuDrawer, type MenuDrawerProps } from '../../features/drawer/MenuDrawer.tsx';
import { menuSections } from '../../extensions/menu.ts';
import { Extensions } from '../../extensions/Extensions.tsx';

export default function FrameMenu(props: Omit<MenuDrawerProps, 'children'>) {
  return (
    <MenuDrawer {...props}>
      <Extensions of={menuSections} props={{ closeMenu: () => props.onOpenChange(false) }} />
    </MenuDrawer>
  );
}
