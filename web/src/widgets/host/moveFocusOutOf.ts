/**
 * Moves the focus away from an element that is about to be removed, to what stays around it: the panel, the box in the
 * picture, or on a page of its own the heading. Otherwise a keyboard user would start again at the top of the page.
 */
export function moveFocusOutOf(removed: Element | null): void {
  const surrounding = removed?.closest<HTMLElement>('[data-dialog], [data-embedded]');
  (surrounding ?? document.querySelector<HTMLElement>('main h1[tabindex]'))?.focus();
}
