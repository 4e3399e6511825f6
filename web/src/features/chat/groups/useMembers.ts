import { listChatMembers, type ChatUser } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { useConnection } from '../../../platform/state/connection.ts';
import { withUsers } from '../model/changes.ts';
import { useChat, useChatModel } from '../useChat.ts';
import { createRealtime } from '../../../platform/realtime/realtime.ts';
import { useVisit } from '../../../platform/visit/VisitProvider.tsx';

interface LoadedMembers {
  readonly roomId: string;
  /** Member count and owner at the time of loading. */
  readonly revision: string;
  readonly members: readonly ChatUser[];
}

/** The members of a room, loaded again when the member count or the owner changes; undefined until loaded. */
export function useMembers(roomId: string, isWanted = true): readonly ChatUser[] | undefined {
  const realtime = useVisit().get(createRealtime);
  const chat = useChatModel();
  const revision = useChat(({ rooms }) => {
    const room = rooms.get(roomId);
    return `${room?.memberCount} ${room?.ownerId}`;
  });
  const [loaded, setLoaded] = useState<LoadedMembers>();
  const isOnline = useConnection(({ status }) => status === 'online');
  useEffect(() => {
    // While offline, wait for the next connection.
    if (!isWanted || !isOnline) return undefined;
    let isCurrent = true;
    const load = async (): Promise<void> => {
      const { members } = await realtime.sendCommand(listChatMembers, { roomId });
      chat.store.setState((state) => withUsers(state, members));
      if (isCurrent) setLoaded({ roomId, revision, members });
    };
    // After an error, the next change of the room loads them again.
    load().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [roomId, isWanted, isOnline, revision, realtime, chat]);
  return loaded?.roomId === roomId ? loaded.members : undefined;
}
