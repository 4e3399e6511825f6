import { muteChatUser } from '@foyer/contract';
import type { Realtime } from '../../../platform/realtime/realtime.ts';
import { useUi } from '../../../platform/state/ui.ts';
import { useChat } from '../useChat.ts';

/** Whether a user is muted; only hosts know. A mute ends by its time without an event. */
export function useIsMuted(uid: string): boolean {
  const mute = useChat(({ mutes }) => mutes.get(uid));
  return useUi(({ serverTime }) => mute !== undefined && (mute.until ?? Infinity) > serverTime);
}

/** @throws ApiError */
export async function unmute(realtime: Realtime, userId: string): Promise<void> {
  await realtime.sendCommand(muteChatUser, { userId, durationMs: 0 });
}
