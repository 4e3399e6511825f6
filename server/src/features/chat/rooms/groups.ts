/** Groups (CHAT-09, CHAT-10): creating, joining and leaving them, and what their owners and hosts may change. */
import { isBuiltInRoom } from '@foyer/contract';
import type { ChatNotice, ChatUser, InputOf, ResultOf } from '@foyer/contract';
import type { createChatGroup, listChatGroups } from '@foyer/contract';
import { chatGroupMembersMax } from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import { ApiError } from '#platform/apiError';
import { type Actor, requireUser } from '../actor.ts';
import type { ChatDelivery, Departure } from '../delivery/delivery.ts';
import type { ChatReadReceipts } from '../delivery/readReceipts.ts';
import { normalizeRoomName } from '../messages/message.ts';
import type { ChatPostingRules } from '../messages/postingRules.ts';
import type { ChatModeration } from '../moderation/moderation.ts';
import type { ChatModerationLog } from '../moderation/moderationLog.ts';
import type { ChatMemberRow, ChatMessageRow } from '../tables.ts';
import type { ChatUsers } from '../users.ts';
import { newGroupMemberRow, type LockedRoom } from './lockedRoom.ts';
import { groupRoomId, isGroup, type RoomInfo, roomNotFound } from './room.ts';
import type { ChatRooms } from './rooms.ts';
import type { ChatRoomStore } from './roomStore.ts';
import type { ChatRoomViewStore } from './roomViewStore.ts';

export interface ChatGroupsDeps {
  readonly roomStore: ChatRoomStore;
  readonly viewStore: Pick<ChatRoomViewStore, 'groups' | 'counts'>;
  readonly rooms: ChatRooms;
  readonly postingRules: Pick<ChatPostingRules, 'assertNotMuted'>;
  readonly users: ChatUsers;
  readonly delivery: ChatDelivery;
  readonly readReceipts: Pick<ChatReadReceipts, 'update'>;
  readonly moderation: Pick<ChatModeration, 'removeFromBuiltInRoom' | 'readmit'>;
  readonly moderationLog: ChatModerationLog;
  readonly clock: Clock;
}

const pageSize = 50;

/** What is published after a group was changed. */
interface GroupChange {
  readonly notices: readonly ChatMessageRow[];
  /** The users for whom the room has changed; undefined: all members. */
  readonly uids?: readonly string[];
  readonly departure?: Departure;
}

const unchanged: GroupChange = { notices: [], uids: [] };

export class ChatGroups {
  private readonly deps: ChatGroupsDeps;

  constructor(deps: ChatGroupsDeps) {
    this.deps = deps;
  }

  /** Creates a group, or returns the one that the user has created with the same client id. */
  async create(actor: Actor, input: InputOf<typeof createChatGroup>): Promise<RoomInfo> {
    const { mode, uid } = requireUser(actor);
    const name = normalizeRoomName(input.name);
    const id = groupRoomId(mode, uid, input.clientId);
    const info: RoomInfo = { id, mode, kind: input.kind, place: {} };
    const others = [...new Set(input.userIds)].filter((other) => other !== uid);
    if (others.length < 2)
      throw new ApiError('invalidInput', 'The field userIds is invalid: select at least two users.', {
        details: { field: 'userIds' },
      });
    await this.deps.postingRules.assertNotMuted(actor);
    await this.assertUsersExist(others);
    const members = [uid, ...(await this.withoutBlockers(uid, others))];
    const notice = await this.insertGroup(info, { name, ownerId: uid, members });
    if (notice !== undefined) await this.publish(info, { notices: [notice], uids: members });
    return info;
  }

  async list(actor: Actor, input: InputOf<typeof listChatGroups>): Promise<ResultOf<typeof listChatGroups>> {
    const { mode, uid } = requireUser(actor);
    const { viewStore } = this.deps;
    const { search = '', cursor: after } = input;
    const found = await viewStore.groups(mode, uid, { search: search.trim(), after, limit: pageSize + 1 });
    const page = found.slice(0, pageSize);
    const counts = await viewStore.counts(
      page.map(({ id }) => id),
      uid,
    );
    return {
      groups: page.map(({ id, name }) => {
        if (name === null) throw new Error(`The chat group ${id} has no name`);
        return { id, name, memberCount: 0, member: false, ...counts.get(id) };
      }),
      hasMore: found.length > pageSize,
    };
  }

  /** Lists the members of a group or of a private room: the owner first, then in the order in which they joined. */
  async listMembers(actor: Actor, roomId: string): Promise<{ members: ChatUser[]; ownerId?: string }> {
    const { rooms, roomStore, users } = this.deps;
    const { info, state } = await rooms.getReadable(requireUser(actor), roomId);
    if (isBuiltInRoom(info)) throw roomNotFound();
    const { ownerId } = state;
    const uids = await roomStore.members(roomId);
    const members = await users.getMany(uids);
    const sorted = uids.toSorted((a, b) => Number(b === ownerId) - Number(a === ownerId));
    return {
      members: sorted.map((uid) => members.get(uid) ?? { uid }),
      ...(ownerId === null ? {} : { ownerId }),
    };
  }

  /** @throws ApiError `forbidden` for users who were removed from the group, `conflict` if it is full */
  async join(actor: Actor, roomId: string): Promise<RoomInfo> {
    const { rooms } = this.deps;
    const { uid } = requireUser(actor);
    const info = await rooms.getInfo(actor, roomId);
    if (info.kind !== 'group') return (await rooms.getReadable(actor, roomId)).info;
    await this.changeGroup(info, async (room, members) => {
      const own = members.find(({ userId }) => userId === uid);
      if (own?.member === 1) return unchanged;
      if (own?.removed === 1)
        throw new ApiError('forbidden', 'You were removed from this group: ask a member to add you.');
      assertCapacity(members, 1);
      const notice = await this.addNotice(room, uid, { kind: 'joined' });
      await room.addMembers([newGroupMemberRow(info, uid, notice)]);
      return { notices: [notice], uids: [uid] };
    });
    return info;
  }

  /** Adds users to a group, or readmits them to a built-in room. */
  async addMembers(actor: Actor, roomId: string, userIds: readonly string[]): Promise<void> {
    const { rooms, moderation, postingRules } = this.deps;
    const { uid, isHost } = requireUser(actor);
    const info = await rooms.getInfo(actor, roomId);
    const uniqueIds = [...new Set(userIds)];
    if (isBuiltInRoom(info)) return moderation.readmit(actor, info, uniqueIds);
    if (!isGroup(info)) throw roomNotFound();
    await postingRules.assertNotMuted(actor);
    await this.assertUsersExist(uniqueIds);
    const allowed = await this.withoutBlockers(uid, uniqueIds);
    await this.changeGroup(info, async (room, members) => {
      assertMember(members, uid);
      const added = allowed.filter((id) => !members.some((row) => row.userId === id && row.member === 1));
      if (added.length === 0) return unchanged;
      const removed = members.filter((row) => row.removed === 1 && added.includes(row.userId));
      if (removed.length > 0 && !isHost && room.existing.ownerId !== uid)
        throw new ApiError('forbidden', 'Only the owner or a host can add users who were removed.');
      assertCapacity(members, added.length);
      const notice = await this.addNotice(room, uid, { kind: 'membersAdded', uids: added });
      await room.addMembers(added.map((id) => newGroupMemberRow(info, id, notice)));
      return { notices: [notice], uids: added };
    });
  }

  async leave(actor: Actor, roomId: string): Promise<void> {
    const { uid } = requireUser(actor);
    const info = await this.getGroup(actor, roomId, 'Only groups can be left.');
    await this.changeGroup(info, async (room, members) => {
      assertMember(members, uid);
      const departure = { uid, isRemoved: false };
      return this.endMembership(room, members, { departure, authorId: uid, notice: { kind: 'left' } });
    });
  }

  /** Removes a user from a group, by its owner or a host, or from a built-in room, by a host. */
  async removeUser(actor: Actor, roomId: string, userId: string): Promise<void> {
    const { rooms, moderation, moderationLog } = this.deps;
    const { uid, isHost } = requireUser(actor);
    const info = await rooms.getInfo(actor, roomId);
    if (isBuiltInRoom(info)) return moderation.removeFromBuiltInRoom(actor, info, userId);
    if (!isGroup(info)) throw roomNotFound();
    await this.changeGroup(info, async (room, members) => {
      const isOwner = room.existing.ownerId === uid;
      // A private group does not exist for hosts who are not members.
      if (!isHost || info.kind === 'privateGroup') assertMember(members, uid);
      if (userId === uid)
        throw new ApiError('forbidden', 'You cannot remove yourself; leave the group instead.');
      if (!isHost && !isOwner)
        throw new ApiError('forbidden', 'Only the owner of a group or a host can remove members.');
      assertMember(members, userId);
      if (!isOwner) await moderationLog.add(room.trx, actor, { kind: 'removed', userId, roomId });
      return this.endMembership(room, members, {
        departure: { uid: userId, isRemoved: true },
        authorId: uid,
        notice: { kind: 'removed', uids: [userId] },
      });
    });
  }

  async rename(actor: Actor, roomId: string, newName: string): Promise<void> {
    const name = normalizeRoomName(newName);
    await this.deps.postingRules.assertNotMuted(actor);
    await this.changeAsOwner(actor, roomId, async (room) => {
      if (room.existing.name === name) return unchanged;
      await room.updateRoom({ name });
      return { notices: [await this.addNotice(room, actor.uid, { kind: 'renamed', name })] };
    });
  }

  async transferOwnership(actor: Actor, roomId: string, userId: string): Promise<void> {
    await this.changeAsOwner(actor, roomId, async (room, members) => {
      assertMember(members, userId);
      if (userId === actor.uid) return unchanged;
      await room.updateRoom({ ownerId: userId });
      return {
        notices: [await this.addNotice(room, actor.uid, { kind: 'ownershipTransferred', uids: [userId] })],
      };
    });
  }

  private async changeAsOwner(
    actor: Actor,
    roomId: string,
    work: (room: LockedRoom, members: readonly ChatMemberRow[]) => Promise<GroupChange>,
  ): Promise<void> {
    const { uid } = requireUser(actor);
    const info = await this.getGroup(actor, roomId, 'This is only possible in groups.');
    await this.changeGroup(info, async (room, members) => {
      assertMember(members, uid);
      if (room.existing.ownerId !== uid)
        throw new ApiError('forbidden', 'Only the owner of the group can do this.');
      return work(room, members);
    });
  }

  /**
   * For other rooms `notFound` is thrown if the user cannot read the room, and `forbidden` if the user can. The id of a
   * private room can be computed from the ids of its members, so a stranger must not learn whether it exists.
   */
  private async getGroup(actor: Actor, roomId: string, message: string): Promise<RoomInfo> {
    const { rooms } = this.deps;
    const info = await rooms.getInfo(actor, roomId);
    if (isGroup(info)) return info;
    await rooms.getReadable(actor, info.id);
    throw new ApiError('forbidden', message);
  }

  /** Returns the first notice of the group; undefined if the group exists. */
  private async insertGroup(
    info: RoomInfo,
    group: { readonly name: string; readonly ownerId: string; readonly members: readonly string[] },
  ): Promise<ChatMessageRow | undefined> {
    const { roomStore, clock } = this.deps;
    const { name, ownerId, members } = group;
    const now = clock();
    return roomStore.createLocked(info.id, async (room) => {
      await room.insert({ info, now, name, ownerId });
      const uids = members.filter((uid) => uid !== ownerId);
      const notice = await room.addNotice(info.id, {
        authorId: ownerId,
        at: now,
        notice: { kind: 'created', name, uids },
      });
      // Negative numbers keep the order of the list: the longest-standing member becomes the next owner.
      await room.addMembers(
        members.map((userId, index) => ({
          ...newGroupMemberRow(info, userId, notice),
          joinSeq: index - members.length,
        })),
      );
      return notice;
    });
  }

  /** Changes an existing group in a transaction, then publishes the change. */
  private async changeGroup(
    info: RoomInfo,
    work: (room: LockedRoom, members: readonly ChatMemberRow[]) => Promise<GroupChange>,
  ): Promise<void> {
    const change = await this.deps.roomStore.withLocked(info.id, async (room) => {
      if (room.row === undefined || room.row.endedAt !== null) throw roomNotFound();
      return work(room, await room.members());
    });
    await this.publish(info, change);
  }

  private async publish(info: RoomInfo, { notices, uids, departure }: GroupChange): Promise<void> {
    const { delivery, readReceipts } = this.deps;
    if (departure !== undefined) {
      delivery.notifyDeparture(info, departure);
      // The others may all have read what the former member had not.
      readReceipts.update(info.id);
    }
    // Before the notices: former members must not receive them, and new members must.
    if (uids === undefined || uids.length > 0) await delivery.notifyRoomChanged(info, uids);
    for (const notice of notices) await delivery.publish(info, notice);
  }

  /** Makes a member a former member. The owner's successor is the longest-standing member. A group without members ends. */
  private async endMembership(
    room: LockedRoom,
    members: readonly ChatMemberRow[],
    removal: { readonly departure: Departure; readonly authorId: string; readonly notice: ChatNotice },
  ): Promise<GroupChange> {
    const { departure, authorId, notice } = removal;
    const { uid, isRemoved } = departure;
    const notices = [await this.addNotice(room, authorId, notice)];
    await room.updateMembers([uid], { member: 0, removed: Number(isRemoved) });
    const successor = members.find(({ userId, member }) => userId !== uid && member === 1);
    if (successor === undefined) await room.updateRoom({ endedAt: this.deps.clock() });
    else if (room.existing.ownerId === uid) {
      const { userId } = successor;
      await room.updateRoom({ ownerId: userId });
      notices.push(await this.addNotice(room, uid, { kind: 'ownershipTransferred', uids: [userId] }));
      return { notices, uids: [uid, userId], departure };
    }
    return { notices, uids: [uid], departure };
  }

  private addNotice(room: LockedRoom, authorId: string, notice: ChatNotice): Promise<ChatMessageRow> {
    return room.addNotice(room.existing.id, { authorId, at: this.deps.clock(), notice });
  }

  /** Users who have blocked the actor are not added. No error is reported, so the actor does not learn of the block. */
  private async withoutBlockers(uid: string, userIds: readonly string[]): Promise<string[]> {
    const blockers = await this.deps.roomStore.blockersOf(uid, userIds);
    return userIds.filter((id) => !blockers.has(id));
  }

  /** @throws ApiError `notFound` if an account does not exist or may not be seen, `conflict` if there are too many */
  private async assertUsersExist(userIds: readonly string[]): Promise<void> {
    if (userIds.length >= chatGroupMembersMax) throw groupFull();
    const visible = await this.deps.users.findVisible(userIds);
    if (visible.size < userIds.length)
      throw new ApiError('notFound', 'User not found: see details.userIds.', {
        details: { userIds: userIds.filter((id) => !visible.has(id)).slice(0, 20) },
      });
  }
}

const groupFull = () =>
  new ApiError('conflict', `A group has at most ${chatGroupMembersMax} members.`, {
    details: { limit: chatGroupMembersMax },
  });

function assertCapacity(members: readonly ChatMemberRow[], added: number): void {
  if (members.filter(({ member }) => member === 1).length + added > chatGroupMembersMax) throw groupFull();
}

function assertMember(members: readonly ChatMemberRow[], uid: string): void {
  if (!members.some(({ userId, member }) => userId === uid && member === 1)) throw roomNotFound();
}
