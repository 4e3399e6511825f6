/** The old way, which pages have that did not come over https. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.setAttribute('aria-hidden', 'true');
  // Neither seen nor scrolled to.
  Object.assign(field.style, { position: 'fixed', insetBlockStart: '0', opacity: '0' });
  // Beside the focus: whoever keeps it within a dialog lets it be there.
  (before?.parentElement ?? document.body).append(field);
  field.select();
  const isDone = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isDone;
}

/** @returns false where this browser does not let the page copy */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}
