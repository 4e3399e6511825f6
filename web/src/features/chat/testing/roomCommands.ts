/** The commands about rooms and their members. */
import {
  createChatGroup,
  handOverChatRoom,
  inviteToChatRoom,
  joinChatRoom,
  leaveChatRoom,
  listChatGroups,
  listChatMembers,
  listChatRooms,
  muteChatRoom,
  openChatRoom,
  removeFromChatRoom,
  renameChatRoom,
  type ChatPerson,
} from '@foyer/contract';
import { Refused } from '../../../testing/fakeServer.ts';
import type { FakeRoom } from './fakeRoom.ts';
import type { FakeChatStore } from './fakeChatStore.ts';

function readmit(chat: FakeChatStore, room: FakeRoom, userIds: readonly string[]): void {
  for (const [at, action] of chat.actions.entries()) {
    if (action.roomId !== room.id || !userIds.includes(action.person?.uid ?? '')) continue;
    const { holds: _, ...past } = action;
    chat.actions[at] = past;
  }
  chat.logAction({ kind: 'letBack', person: chat.peopleOf(userIds)[0], roomId: room.id });
}

/** Handles the commands about rooms and their members. */
export function answerRoomCommands(chat: FakeChatStore): void {
  chat.handle(listChatRooms, () => {
    const openReports = chat.reports.filter(({ closed }) => !closed).length;
    return {
      rooms: chat.rooms
        .filter(({ isListed }) => isListed)
        .map(({ view }) => view)
        .toSorted((one, other) => (other.last?.at ?? 0) - (one.last?.at ?? 0)),
      blocked: [...chat.blocked.values()],
      ...(openReports > 0 && { openReports }),
    };
  });
  chat.handle(openChatRoom, (input) => {
    if ('roomId' in input) return { room: chat.room(input.roomId).view };
    if ('areaId' in input) return { room: chat.findRoom(({ areaId }) => areaId === input.areaId).view };
    if ('global' in input) return { room: chat.venueRoom.view };
    const other = chat.personOf(input.with);
    if (!other) throw new Refused({ code: 'notFound', errMsg: 'User not found.' });
    return { room: chat.privateRoom(other).view };
  });
  chat.handle(muteChatRoom, ({ roomId, muted }) => {
    chat.room(roomId).muted = muted;
    return undefined;
  });
  chat.handle(createChatGroup, ({ kind, name, userIds }) => {
    const room = chat.group(name, [chat.own, ...chat.peopleOf(userIds)], kind);
    room.postNotice(chat.own, { kind: 'created', uids: userIds });
    room.broadcastRoom();
    return { room: room.view };
  });
  chat.handle(listChatGroups, ({ search = '' }) => ({
    groups: chat.rooms
      .filter(({ kind, name = '' }) => kind === 'group' && name.includes(search))
      .map(({ id, name = '', members, isMember }) => ({
        id,
        name,
        memberCount: members.length,
        member: isMember,
      })),
    more: false,
  }));
  chat.handle(joinChatRoom, ({ roomId }) => {
    const room = chat.findRoom(({ id }) => id === roomId);
    room.isMember = true;
    room.members.push(chat.own);
    room.postNotice(chat.own, { kind: 'joined' });
    return { room: room.view };
  });
  chat.handle(leaveChatRoom, ({ roomId }) => {
    chat.room(roomId).removeUser(false);
    return undefined;
  });
  chat.handle(listChatMembers, ({ roomId }) => {
    const { members, ownerId } = chat.room(roomId);
    const rank = ({ uid }: ChatPerson) => (uid === ownerId ? 0 : 1);
    return {
      people: members.toSorted((one, other) => rank(one) - rank(other)),
      ...(ownerId !== undefined && { ownerId }),
    };
  });
  chat.handle(inviteToChatRoom, ({ roomId, userIds }) => {
    const room = chat.findRoom(({ id }) => id === roomId);
    if (room.kind === 'area' || room.kind === 'global') readmit(chat, room, userIds);
    else {
      // The server sends the room to the invited only.
      room.members = [...room.members, ...chat.peopleOf(userIds)];
      room.postNotice(chat.own, { kind: 'invited', uids: userIds });
    }
    return undefined;
  });
  chat.handle(removeFromChatRoom, ({ roomId, userId }) => {
    const room = chat.room(roomId);
    if (room.kind === 'area' || room.kind === 'global') {
      const { kind, areaId } = room;
      const place = { kind, ...(areaId !== undefined && { areaId }) };
      chat.logAction({
        kind: 'removed',
        person: chat.peopleOf([userId])[0],
        roomId,
        room: place,
        holds: true,
      });
      return undefined;
    }
    room.members = room.members.filter(({ uid }) => uid !== userId);
    room.postNotice(chat.own, { kind: 'removed', uids: [userId] });
    return undefined;
  });
  chat.handle(renameChatRoom, ({ roomId, name }) => {
    const room = chat.room(roomId);
    room.name = name;
    room.postNotice(chat.own, { kind: 'renamed', name });
    room.broadcastRoom();
    return undefined;
  });
  chat.handle(handOverChatRoom, ({ roomId, userId }) => {
    const room = chat.room(roomId);
    room.ownerId = userId;
    room.postNotice(chat.own, { kind: 'handedOver', uids: [userId] });
    room.broadcastRoom();
    return undefined;
  });
}
