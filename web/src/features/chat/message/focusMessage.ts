/** How many frames to wait for a message to be rendered after scrolling to it. */
export const maxFrames = 60;
/** A closing view, or one that opens around the message, may take the focus, so the message must keep it for this many frames. */
const focusedFrames = 4;

/** A row in place of the messages of blocked users has the sequence numbers of all of them. */
const selectorOf = (seq: number): string => `[data-seq~="${seq}"]`;

/**
 * Focuses a message as soon as it is rendered, and highlights it briefly.
 * @param container contains the messages
 */
export function focusMessage(container: () => Element | null, seq: number): void {
  let framesLeft = maxFrames;
  let focused = 0;
  const focusIfRendered = (): void => {
    const message = container()?.querySelector<HTMLElement>(selectorOf(seq));
    focused = message && message === document.activeElement ? focused + 1 : 0;
    if (message && focused === 0) {
      message.focus({ preventScroll: true });
      message.setAttribute('data-highlight', '');
      message.addEventListener('animationend', () => message.removeAttribute('data-highlight'), {
        once: true,
      });
    }
    framesLeft -= 1;
    if (framesLeft > 0 && focused < focusedFrames) requestAnimationFrame(focusIfRendered);
  };
  requestAnimationFrame(focusIfRendered);
}

/**
 * Scrolls to a message that is rendered, focuses it and highlights it briefly.
 * @param container contains the messages
 */
export function scrollToMessage(container: Element | null, seq: number): void {
  container?.querySelector(selectorOf(seq))?.scrollIntoView({ block: 'center' });
  focusMessage(() => container, seq);
}
