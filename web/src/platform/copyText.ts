/** Fallback for pages without HTTPS, which have no clipboard API. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.setAttribute('aria-hidden', 'true');
  // Invisible, and without scrolling the page.
  Object.assign(field.style, { position: 'fixed', insetBlockStart: '0', opacity: '0' });
  // Next to the focused element: a dialog's focus trap allows focus there.
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isDone;
}

/** @returns false if the browser does not let the page copy */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}
