import type { Chat } from '../model/chat.ts';

/** Minimizes the chat and focuses the bar that replaces it. */
export function minimizeToBar(chat: Chat): void {
  chat.minimize();
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-chat="expand"]')?.focus());
}
