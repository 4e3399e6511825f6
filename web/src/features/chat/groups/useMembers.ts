import { listChatMembers, type ChatPerson } from '@foyer/contract';
import { useEffect, useState } from 'react';
import { rememberPeople, useChatData } from '../../../platform/chat/chatData.ts';
import { realtime } from '../../../platform/realtime/realtime.ts';
import { useConnection } from '../../../platform/state/connection.ts';

interface LoadedMembers {
  readonly roomId: string;
  /** How many there were, and whose the room was. */
  readonly revision: string;
  readonly people: readonly ChatPerson[];
}

/** Who is in a room, asked anew when that changes; undefined until it is known. */
export function useMembers(roomId: string, isWanted = true): readonly ChatPerson[] | undefined {
  const revision = useChatData(({ rooms }) => {
    const room = rooms.get(roomId);
    return `${room?.memberCount} ${room?.ownerId}`;
  });
  const [known, setKnown] = useState<LoadedMembers>();
  const isOnline = useConnection(({ status }) => status === 'online');
  useEffect(() => {
    // Without a connection they are asked for over the next one.
    if (!isWanted || !isOnline) return undefined;
    let isHere = true;
    const ask = async (): Promise<void> => {
      const { people } = await realtime.sendCommand(listChatMembers, { roomId });
      rememberPeople(people);
      if (isHere) setKnown({ roomId, revision, people });
    };
    // What is refused is asked for again when something changes.
    ask().catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [roomId, isWanted, isOnline, revision]);
  return known?.roomId === roomId ? known.people : undefined;
}
