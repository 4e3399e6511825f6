/** The commands about rooms and their members. */
import {
  closeChatRoom,
  isBuiltInRoom,
  createChatGroup,
  transferChatOwnership,
  addChatMembers,
  joinChatGroup,
  leaveChatRoom,
  listChatGroups,
  listChatMembers,
  listChatRooms,
  setChatNotifications,
  openChatRoom,
  removeChatMember,
  renameChatGroup,
  type ChatUser,
} from '@foyer/contract';
import { RejectedCall } from '../../../testing/fakeServer.ts';
import type { FakeRoom } from './fakeRoom.ts';
import { isAt, type FakeChatStore } from './fakeChatStore.ts';

const groupPageSize = 50;

function readmit(chat: FakeChatStore, room: FakeRoom, userIds: readonly string[]): void {
  for (const [at, action] of chat.entries.entries()) {
    if (action.roomId !== room.id || !userIds.includes(action.user?.uid ?? '')) continue;
    const { inEffect: _, ...past } = action;
    chat.entries[at] = past;
  }
  chat.logAction({ kind: 'readmitted', user: chat.usersOf(userIds)[0], roomId: room.id });
}

/** Handles the commands about rooms and their members. */
export function answerRoomCommands(chat: FakeChatStore): void {
  chat.handle(listChatRooms, () => {
    const openReports = chat.reports.filter(({ closed }) => !closed).length;
    return {
      rooms: chat.rooms
        .filter(({ isListed }) => isListed)
        .map(({ view }) => view)
        .toSorted((a, b) => (b.lastMessage?.at ?? 0) - (a.lastMessage?.at ?? 0)),
      blocked: [...chat.blocked.values()],
      ...(openReports > 0 && { openReports }),
      mutes: chat.mutes,
    };
  });
  chat.handle(openChatRoom, (input) => {
    if ('roomId' in input) {
      const room = chat.room(input.roomId);
      room.isOpen = true;
      return { room: room.view };
    }
    if ('wallId' in input || 'contentPieceId' in input) {
      const room = chat.findRoom((each) => isAt(each, input));
      if (!room.isMember) throw new RejectedCall({ code: 'forbidden' });
      room.isOpen = true;
      return { room: room.view };
    }
    if ('areaId' in input) return { room: chat.findRoom(({ areaId }) => areaId === input.areaId).view };
    if ('global' in input) return { room: chat.venueRoom.view };
    const other = chat.userOf(input.with);
    if (!other) throw new RejectedCall({ code: 'notFound', errMsg: 'User not found.' });
    return { room: chat.privateRoom(other).view };
  });
  chat.handle(closeChatRoom, ({ roomId }) => {
    const room = chat.findRoom(({ id, isOpen }) => id === roomId && isOpen);
    room.isOpen = false;
    return undefined;
  });
  chat.handle(setChatNotifications, ({ roomId, notificationsOff }) => {
    chat.room(roomId).notificationsOff = notificationsOff;
    return undefined;
  });
  chat.handle(createChatGroup, ({ kind, name, userIds }) => {
    const room = chat.group(name, [chat.own, ...chat.usersOf(userIds)], kind);
    room.postNotice(chat.own, { kind: 'created', uids: userIds });
    room.broadcastRoom();
    return { room: room.view };
  });
  chat.handle(listChatGroups, ({ search = '', cursor }) => {
    const all = chat.rooms.filter(({ kind, name = '' }) => kind === 'group' && name.includes(search));
    const rest = all.slice(all.findIndex(({ id }) => id === cursor) + 1);
    const groups = rest.slice(0, groupPageSize).map(({ id, name = '', members, isMember }) => ({
      id,
      name,
      memberCount: members.length,
      member: isMember,
    }));
    return { groups, hasMore: rest.length > groupPageSize };
  });
  chat.handle(joinChatGroup, ({ roomId }) => {
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
    const rank = ({ uid }: ChatUser) => (uid === ownerId ? 0 : 1);
    return {
      members: members.toSorted((a, b) => rank(a) - rank(b)),
      ...(ownerId !== undefined && { ownerId }),
    };
  });
  chat.handle(addChatMembers, ({ roomId, userIds }) => {
    const room = chat.findRoom(({ id }) => id === roomId);
    if (isBuiltInRoom(room)) readmit(chat, room, userIds);
    else {
      // The server sends the room to the invited only.
      room.members = [...room.members, ...chat.usersOf(userIds)];
      room.postNotice(chat.own, { kind: 'membersAdded', uids: userIds });
    }
    return undefined;
  });
  chat.handle(removeChatMember, ({ roomId, userId }) => {
    const room = chat.room(roomId);
    if (isBuiltInRoom(room)) {
      const { kind, areaId } = room;
      const place = { kind, ...(areaId !== undefined && { areaId }), ...room.place };
      chat.logAction({
        kind: 'removed',
        user: chat.usersOf([userId])[0],
        roomId,
        room: place,
        inEffect: true,
      });
      return undefined;
    }
    room.members = room.members.filter(({ uid }) => uid !== userId);
    room.postNotice(chat.own, { kind: 'removed', uids: [userId] });
    return undefined;
  });
  chat.handle(renameChatGroup, ({ roomId, name }) => {
    const room = chat.room(roomId);
    room.name = name;
    room.postNotice(chat.own, { kind: 'renamed', name });
    room.broadcastRoom();
    return undefined;
  });
  chat.handle(transferChatOwnership, ({ roomId, userId }) => {
    const room = chat.room(roomId);
    room.ownerId = userId;
    room.postNotice(chat.own, { kind: 'ownershipTransferred', uids: [userId] });
    room.broadcastRoom();
    return undefined;
  });
}
