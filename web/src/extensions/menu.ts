/** Extensions of the phone's menu: `features/<name>/menu.extensions.ts` exports `extensions`. */
import { componentOf, inOrder, type Extension } from './extension.tsx';

export interface MenuContext {
  readonly closeMenu: () => void;
}

export interface MenuExtensions {
  /** After the actions and before the areas. */
  readonly sections?: readonly Extension<MenuContext>[];
}

const found = import.meta.glob<MenuExtensions>('../features/*/menu.extensions.ts', {
  eager: true,
  import: 'extensions',
});

export const menuSections = inOrder(found, ({ sections }) => sections).map(componentOf);
