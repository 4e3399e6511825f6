/** The list of people to mention while a name is being typed, and the option selected by the arrow keys. */
import { isBuiltInRoom, type ChatMessage, type ChatRoom, type ChatUser } from '@foyer/contract';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { usePresence } from '../../presence/index.ts';
import { useMembers } from '../groups/useMembers.ts';
import { useOwnId } from '../useOwnId.ts';
import { findMentionQuery, matchingPeople, type MentionQuery } from '../model/mention.ts';
import { useChat } from '../useChat.ts';

const noPeople: readonly ChatUser[] = [];

/**
 * People who are in the room or have posted in it; in built-in rooms also the attendees who are present. The server keeps
 * mentions of people elsewhere, but they are not notified of an area room.
 */
function useMentionCandidates(
  room: ChatRoom,
  messages: readonly ChatMessage[],
  isWanted: boolean,
): readonly ChatUser[] {
  const ownId = useOwnId();
  const isGroup = room.kind === 'group' || room.kind === 'privateGroup';
  const members = useMembers(room.id, isWanted && isGroup) ?? noPeople;
  const known = useChat((data) => data.users);
  const attendees = usePresence((state) => state.attendees);
  return useMemo(() => {
    if (!isWanted) return noPeople;
    const all = new Map<string, ChatUser>();
    const add = (user: ChatUser | undefined) => user && all.set(user.uid, user);
    for (const { authorId } of messages.toReversed()) add(known.get(authorId));
    add(room.otherMember);
    for (const member of members) add(member);
    if (isBuiltInRoom({ kind: room.kind })) {
      const present = [...attendees.values()].filter(
        ({ areaId }) => room.kind !== 'area' || areaId === room.areaId,
      );
      for (const { uid, name, picture } of present)
        add({ uid, ...(name !== undefined && { name }), ...(picture !== undefined && { picture }) });
    }
    all.delete(ownId);
    return [...all.values()];
  }, [isWanted, messages, known, room.otherMember, room.kind, room.areaId, members, attendees, ownId]);
}

export interface MentionList {
  readonly query: MentionQuery | undefined;
  readonly users: readonly ChatUser[];
  readonly chosen: number;
  /** Returns true if the list has handled the key. */
  readonly onKeyDown: (event: KeyboardEvent, choose: (user: ChatUser) => void) => boolean;
  /** Closes the list until the next mention begins. */
  readonly close: () => void;
}

/** @param messages of the room, oldest first: their authors can be mentioned */
export function useMentionList(
  room: ChatRoom,
  messages: readonly ChatMessage[],
  text: string,
  caret: number,
): MentionList {
  const begun = findMentionQuery(text, caret);
  /** The index of the `@` of the mention that was chosen or dismissed last. */
  const [closedAt, setClosedAt] = useState<number>();
  if (closedAt !== undefined && text[closedAt] !== '@') setClosedAt(undefined);
  const isWanted = begun !== undefined && begun.from !== closedAt;
  const candidates = useMentionCandidates(room, messages, isWanted);
  const users = isWanted ? matchingPeople(candidates, begun.typed) : noPeople;
  const question = begun ? `${begun.from} ${begun.typed}` : '';
  const [at, setAt] = useState({ question, index: 0 });
  const chosen = at.question === question ? Math.min(at.index, users.length - 1) : 0;
  const close = (): void => setClosedAt(begun?.from);
  return {
    query: users.length > 0 ? begun : undefined,
    users,
    chosen,
    close,
    onKeyDown(event, choose) {
      if (users.length === 0) return false;
      const move = (step: number): void =>
        setAt({ question, index: (chosen + step + users.length) % users.length });
      const user = users[chosen];
      if (event.key === 'ArrowDown') move(1);
      else if (event.key === 'ArrowUp') move(-1);
      else if (event.key === 'Escape') close();
      else if ((event.key === 'Enter' || event.key === 'Tab') && user) choose(user);
      else return false;
      event.preventDefault();
      event.stopPropagation();
      return true;
    },
  };
}
