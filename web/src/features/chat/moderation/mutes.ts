import { muteChatUser } from '@foyer/contract';
import { useChatData } from '../../../platform/chat/chatData.ts';
import { currentRealtime } from '../../../platform/realtime/realtime.ts';
import { useUi } from '../../../platform/state/ui.ts';

/** Whether a user is muted; only hosts know. A mute ends by its time without an event. */
export function useIsMuted(uid: string): boolean {
  const mute = useChatData(({ mutes }) => mutes.get(uid));
  return useUi(({ serverTime }) => mute !== undefined && (mute.until ?? Infinity) > serverTime);
}

/** @throws ApiError */
export async function unmute(userId: string): Promise<void> {
  await currentRealtime().sendCommand(muteChatUser, { userId, durationMs: 0 });
}
