import { minimizeChat } from '../../../platform/chat/chatPanel.ts';

/** Minimizes the chat, and the focus goes to what it became. */
export function minimizeToBar(): void {
  minimizeChat();
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-chat="expand"]')?.focus());
}
