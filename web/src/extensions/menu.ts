/** Extensions of the phone's menu: `features/<name>/menu.extensions.ts` exports `extensions`. */
import { componentOf, sortExtensions, type Extension } from './extension.tsx';

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

export const menuSections = sortExtensions(found, ({ sections }) => sections).map(componentOf);
