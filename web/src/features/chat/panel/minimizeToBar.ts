import { minimizeChat } from '../../../platform/chat/chatNavigation.ts';

/** Minimizes the chat and focuses the bar that replaces it. */
export function minimizeToBar(): void {
  minimizeChat();
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-chat="expand"]')?.focus());
}
