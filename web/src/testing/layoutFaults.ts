/** Finds what a small screen cuts, pushes outside or covers. */

/**
 * Returns a line for each fault of the page, most of them with the text of the element:
 * - `outside`: an element beyond the edge of the screen or of a container that does not scroll;
 * - `cut`: a label of the interface that is truncated;
 * - `covered`: a control that something else covers, even after scrolling to it.
 *
 * Content of users may be truncated: it is inside of `bdi` or `[dir=auto]`.
 */
export function findLayoutFaults(page: Document): string[] {
  const view = page.defaultView as Window & typeof globalThis;
  const { innerWidth: width, innerHeight: height } = view;
  const faults: string[] = [];
  const slack = 1;

  const nameOf = (element: Element): string => {
    const text = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    const classes = typeof element.className === 'string' ? element.className.split(' ')[0] : '';
    return `<${element.tagName.toLowerCase()}${classes ? ` ${classes}` : ''}> ${text.slice(0, 40)}`.trim();
  };
  const isShown = (element: Element): boolean => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    if (element.closest('[inert], [data-form="hidden"], .sr-only') !== null) return false;
    for (let each: Element | null = element; each; each = each.parentElement)
      if (view.getComputedStyle(each).clipPath.startsWith('inset(50%')) return false;
    const { width: wide, height: high } = element.getBoundingClientRect();
    return wide > 2 && high > 2;
  };
  /** Whether a container cuts (`hidden`, `clip`) or scrolls its content in a direction. */
  const flowOf = (element: Element, axis: 'X' | 'Y'): 'visible' | 'cuts' | 'scrolls' => {
    const style = view.getComputedStyle(element);
    const flow = axis === 'X' ? style.overflowX : style.overflowY;
    if (flow === 'visible') return 'visible';
    return flow === 'auto' || flow === 'scroll' ? 'scrolls' : 'cuts';
  };

  const leaves = [...page.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
    if (element.closest('svg') && element.tagName.toLowerCase() !== 'svg') return false;
    const isControl = element.matches(
      'a[href], button, input, textarea, select, [role=switch], [role=slider]',
    );
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === 3 && (node.textContent ?? '').trim() !== '',
    );
    // The opening of a door is part of the picture; its label is checked.
    const isOpening = element.getAttribute('aria-hidden') === 'true' && !hasText;
    return (isControl || hasText) && !isOpening && isShown(element);
  });

  for (const element of leaves) {
    const box = element.getBoundingClientRect();
    let { left, right, top, bottom } = box;
    let scrollsX = false;
    let scrollsY = false;
    let isFixed = false;
    for (let each: Element | null = element; each && each !== page.body; each = each.parentElement) {
      const style = view.getComputedStyle(each);
      if (each !== element && !isFixed) {
        const edge = each.getBoundingClientRect();
        const [flowX, flowY] = [flowOf(each, 'X'), flowOf(each, 'Y')];
        if (flowX === 'scrolls') scrollsX = true;
        if (flowY === 'scrolls') scrollsY = true;
        if (flowX === 'cuts' && !scrollsX) {
          left = Math.max(left, edge.left);
          right = Math.min(right, edge.right);
        }
        if (flowY === 'cuts' && !scrollsY) {
          top = Math.max(top, edge.top);
          bottom = Math.min(bottom, edge.bottom);
        }
      }
      if (style.position === 'fixed') isFixed = true;
    }
    if (!scrollsX) [left, right] = [Math.max(left, 0), Math.min(right, width)];
    // The page itself may scroll down.
    if (!scrollsY && isFixed) [top, bottom] = [Math.max(top, 0), Math.min(bottom, height)];
    const isUserContent = element.closest('bdi, [dir="auto"]') !== null;
    const cutX = right - left < box.width - slack;
    const cutY = bottom - top < box.height - slack;
    if ((cutX && !isUserContent) || cutY)
      faults.push(
        `outside: ${nameOf(element)} [${[box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')}]`,
      );
    if (isUserContent) continue;
    const style = view.getComputedStyle(element);
    const isText = [...element.childNodes].some(
      (node) => node.nodeType === 3 && node.textContent?.trim() !== '',
    );
    if (
      isText &&
      style.overflowX !== 'visible' &&
      element.scrollWidth > element.clientWidth + slack &&
      !element.matches('textarea, input')
    )
      faults.push(`cut: ${nameOf(element)} (${element.scrollWidth} in ${element.clientWidth})`);
  }

  const modal = [
    ...page.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu], [role=listbox], dialog[open]'),
  ]
    .filter(isShown)
    .at(-1);
  for (const element of leaves) {
    if (!element.matches('a[href], button, input, textarea, select') || element.matches(':disabled'))
      continue;
    if (modal ? !modal.contains(element) : element.closest('[aria-hidden=true]') !== null) continue;
    if (view.getComputedStyle(element).pointerEvents === 'none') continue;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, top, width: wide, height: high } = element.getBoundingClientRect();
    const hit = page.elementFromPoint(left + wide / 2, top + high / 2);
    // A message covers what is below it until it disappears.
    if (hit?.closest('[role=status]') && !element.closest('[role=status]')) continue;
    if (!hit) faults.push(`covered: ${nameOf(element)} is outside of the screen`);
    else if (!element.contains(hit) && !hit.contains(element) && !(element instanceof view.HTMLInputElement))
      faults.push(`covered: ${nameOf(element)} by ${nameOf(hit)}`);
  }
  return faults;
}
