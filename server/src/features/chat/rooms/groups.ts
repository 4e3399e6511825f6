/** Groups (CHAT-09, CHAT-10): made, joined, left, and looked after by their owners and by hosts. */
import type { ChatNotice, ChatPerson, InputOf, ResultOf } from '@foyer/contract';
import type { createChatGroup, listChatGroups } from '@foyer/contract';
import { chatGroupMembers } from '@foyer/contract/limits';
import { Refusal } from '#platform/refusal';
import type { Clock } from '#platform/clock';
import { memberOf, type Speaker } from '../actor.ts';
import type { ChatDelivery, Out } from '../delivery/delivery.ts';
import { tidyRoomName } from '../messages/message.ts';
import type { ChatRestraints } from '../messages/postingRules.ts';
import type { ChatRecord } from '../moderation/moderationLog.ts';
import type { ChatStanding } from '../moderation/standing.ts';
import type { ChatMemberRow, ChatMessageRow } from '../tables.ts';
import type { ChatPeople } from '../users.ts';
import { expectMember, expectRoom, full, newMember, noteDeed, noticeOf } from './groupRules.ts';
import type { LockedRoom } from './lockedRoom.ts';
import { groupRoomId, isGroup, isStanding, noRoom, type RoomFacts } from './room.ts';
import type { ChatRooms } from './rooms.ts';
import type { ChatRoomStore } from './roomStore.ts';
import type { ChatViewStore } from './roomViewStore.ts';

export interface ChatGroupsParts {
  readonly store: ChatRoomStore;
  readonly viewStore: Pick<ChatViewStore, 'groups' | 'counts'>;
  readonly rooms: ChatRooms;
  readonly restraints: Pick<ChatRestraints, 'expectVoice'>;
  readonly people: ChatPeople;
  readonly delivery: ChatDelivery;
  readonly record: ChatRecord;
  readonly standing: ChatStanding;
  readonly clock: Clock;
}

const groupsOnPage = 50;

/** What came of a change of a group. */
interface Changed {
  readonly notices: readonly ChatMessageRow[];
  /** To whom the room is another now; undefined: to all who are in it. */
  readonly uids?: readonly string[];
  readonly out?: Out;
}

export class ChatGroups {
  private readonly parts: ChatGroupsParts;

  constructor(parts: ChatGroupsParts) {
    this.parts = parts;
  }

  /** Makes a group, or finds the one that this person has made with this client id. */
  async create(speaker: Speaker, input: InputOf<typeof createChatGroup>): Promise<RoomFacts> {
    const { mode, uid } = memberOf(speaker);
    const name = tidyRoomName(input.name);
    const id = groupRoomId(mode, uid, input.clientId);
    const facts: RoomFacts = { id, mode, kind: input.kind, areaId: undefined };
    const others = [...new Set(input.userIds)].filter((other) => other !== uid);
    if (others.length < 2)
      throw new Refusal('invalidInput', 'The field userIds does not fit: select at least two users.', {
        details: { field: 'userIds' },
      });
    await this.parts.restraints.expectVoice(speaker);
    await this.expectPresent(others);
    const members = [uid, ...(await this.reached(uid, others))];
    const notice = await this.make(facts, { name, ownerId: uid, members });
    if (notice !== undefined) await this.tell(facts, { notices: [notice], uids: members });
    return facts;
  }

  async list(
    speaker: Speaker,
    input: InputOf<typeof listChatGroups>,
  ): Promise<ResultOf<typeof listChatGroups>> {
    const { mode, uid } = memberOf(speaker);
    const words = (input.search ?? '').trim().toLowerCase();
    const found = (await this.parts.viewStore.groups(mode, uid))
      .map(({ id, name }) => ({ id, name: name ?? '', key: (name ?? '').toLowerCase() }))
      .filter(({ key }) => key.includes(words))
      .toSorted((a, b) => a.key.localeCompare(b.key) || a.id.localeCompare(b.id));
    const first = input.after === undefined ? 0 : found.findIndex(({ id }) => id === input.after) + 1;
    const page = found.slice(first, first + groupsOnPage);
    const counts = await this.parts.viewStore.counts(
      page.map(({ id }) => id),
      uid,
    );
    return {
      groups: page.map(({ id, name }) => ({ id, name, memberCount: 0, member: false, ...counts.get(id) })),
      more: found.length > first + groupsOnPage,
    };
  }

  async members(speaker: Speaker, roomId: string): Promise<{ people: ChatPerson[]; ownerId?: string }> {
    const { facts, state } = await this.parts.rooms.read(memberOf(speaker), roomId);
    if (isStanding(facts)) throw noRoom();
    const { ownerId } = state;
    const uids = await this.parts.store.members(roomId);
    const people = await this.parts.people.of(uids);
    const sorted = uids.toSorted((a, b) => Number(b === ownerId) - Number(a === ownerId));
    return {
      people: sorted.map((uid) => people.get(uid) ?? { uid }),
      ...(ownerId === null ? {} : { ownerId }),
    };
  }

  /** @throws Refusal `forbidden` for whoever was taken out of it, `conflict` where it is full */
  async join(speaker: Speaker, roomId: string): Promise<RoomFacts> {
    const { uid } = memberOf(speaker);
    const facts = await this.parts.rooms.facts(speaker, roomId);
    if (facts.kind !== 'group') return (await this.parts.rooms.read(speaker, roomId)).facts;
    await this.change(facts, async (room, members) => {
      const own = members.find(({ userId }) => userId === uid);
      if (own?.member === 1) return { notices: [], uids: [] };
      if (own?.removed === 1)
        throw new Refusal('forbidden', 'You were taken out of this group: somebody has to invite you.');
      expectRoom(members, 1);
      const notice = await this.say(room, uid, { kind: 'joined' });
      await room.admit([newMember(facts, uid, notice)]);
      return { notices: [notice], uids: [uid] };
    });
    return facts;
  }

  async invite(speaker: Speaker, roomId: string, userIds: readonly string[]): Promise<void> {
    const { uid, isHost } = memberOf(speaker);
    const facts = await this.parts.rooms.facts(speaker, roomId);
    const wanted = [...new Set(userIds)];
    if (isStanding(facts)) return this.parts.standing.letBack(speaker, facts, wanted);
    if (!isGroup(facts)) throw noRoom();
    await this.parts.restraints.expectVoice(speaker);
    await this.expectPresent(wanted);
    const reached = await this.reached(uid, wanted);
    await this.change(facts, async (room, members) => {
      expectMember(members, uid);
      const invited = reached.filter((id) => !members.some((row) => row.userId === id && row.member === 1));
      if (invited.length === 0) return { notices: [], uids: [] };
      const barred = members.filter(({ userId, removed }) => removed === 1 && invited.includes(userId));
      if (barred.length > 0 && !isHost && room.row?.ownerId !== uid)
        throw new Refusal('forbidden', 'Who was taken out is invited again by the owner or by a host.');
      expectRoom(members, invited.length);
      const notice = await this.say(room, uid, { kind: 'invited', uids: invited });
      await room.admit(invited.map((id) => newMember(facts, id, notice)));
      return { notices: [notice], uids: invited };
    });
  }

  async leave(speaker: Speaker, roomId: string): Promise<void> {
    const { uid } = memberOf(speaker);
    const facts = await this.parts.rooms.facts(speaker, roomId);
    await this.expectGroup(speaker, facts, 'Only groups are left.');
    await this.change(facts, async (room, members) => {
      expectMember(members, uid);
      return this.depart(room, members, { uid, isRemoved: false, notice: { kind: 'left' }, by: uid });
    });
  }

  /** Takes somebody out: the owner of a group, or a host. */
  async remove(speaker: Speaker, roomId: string, userId: string): Promise<void> {
    const { uid, isHost } = memberOf(speaker);
    const facts = await this.parts.rooms.facts(speaker, roomId);
    if (isStanding(facts)) return this.parts.standing.takeOut(speaker, facts, userId);
    if (!isGroup(facts)) throw noRoom();
    await this.change(facts, async (room, members) => {
      const isOwner = room.row?.ownerId === uid;
      // A private group is not there for a host who is not in it.
      if (!isHost || facts.kind === 'privateGroup') expectMember(members, uid);
      if (userId === uid) throw new Refusal('forbidden', 'Nobody takes themselves out: one leaves.');
      if (!isHost && !isOwner)
        throw new Refusal('forbidden', 'The owner of a group takes people out, or a host.');
      expectMember(members, userId);
      if (!isOwner) await noteDeed(this.parts.record, room, { kind: 'removed', speaker, userId });
      const notice: ChatNotice = { kind: 'removed', uids: [userId] };
      return this.depart(room, members, { uid: userId, isRemoved: true, notice, by: uid });
    });
  }

  async rename(speaker: Speaker, roomId: string, given: string): Promise<void> {
    const name = tidyRoomName(given);
    await this.parts.restraints.expectVoice(speaker);
    await this.asOwner(speaker, roomId, async (room) => {
      if (room.row?.name === name) return { notices: [], uids: [] };
      await room.rename({ name });
      return { notices: [await this.say(room, speaker.uid, { kind: 'renamed', name })] };
    });
  }

  async handOver(speaker: Speaker, roomId: string, userId: string): Promise<void> {
    await this.asOwner(speaker, roomId, async (room, members) => {
      expectMember(members, userId);
      if (userId === speaker.uid) return { notices: [], uids: [] };
      await room.rename({ ownerId: userId });
      return { notices: [await this.say(room, speaker.uid, { kind: 'handedOver', uids: [userId] })] };
    });
  }

  private async asOwner(
    speaker: Speaker,
    roomId: string,
    work: (room: LockedRoom, members: readonly ChatMemberRow[]) => Promise<Changed>,
  ): Promise<void> {
    const { uid } = memberOf(speaker);
    const facts = await this.parts.rooms.facts(speaker, roomId);
    await this.expectGroup(speaker, facts, 'This is for groups.');
    await this.change(facts, async (room, members) => {
      expectMember(members, uid);
      if (room.row?.ownerId !== uid) throw new Refusal('forbidden', 'This is for the owner of the group.');
      return work(room, members);
    });
  }

  /** To whoever does not read it a room of two is not there: its id can be reckoned from the two of them. */
  private async expectGroup(speaker: Speaker, facts: RoomFacts, why: string): Promise<void> {
    if (isGroup(facts)) return;
    await this.parts.rooms.read(speaker, facts.id);
    throw new Refusal('forbidden', why);
  }

  /** Undefined: there is one. */
  private async make(
    facts: RoomFacts,
    given: { readonly name: string; readonly ownerId: string; readonly members: readonly string[] },
  ): Promise<ChatMessageRow | undefined> {
    const { name, ownerId, members } = given;
    const now = this.parts.clock();
    return this.parts.store.make(facts.id, async (room) => {
      await room.insert({ facts, now, name, ownerId });
      const uids = members.filter((uid) => uid !== ownerId);
      const notice = await room.notice(facts.id, noticeOf(ownerId, now, { kind: 'created', name, uids }));
      // Who is first in the list of the invited is in it longest.
      await room.admit(
        members.map((userId, place) => ({
          ...newMember(facts, userId, notice),
          joinSeq: place - members.length,
        })),
      );
      return notice;
    });
  }

  /** Changes a group that is there, then tells of it. */
  private async change(
    facts: RoomFacts,
    work: (room: LockedRoom, members: readonly ChatMemberRow[]) => Promise<Changed>,
  ): Promise<void> {
    const changed = await this.parts.store.change(facts.id, async (room) => {
      if (room.row === undefined || room.row.endedAt !== null) throw noRoom();
      return work(room, await room.members());
    });
    await this.tell(facts, changed);
  }

  private async tell(facts: RoomFacts, { notices, uids, out }: Changed): Promise<void> {
    const { delivery } = this.parts;
    if (out !== undefined) delivery.out(facts, out);
    // Whoever comes or goes first: who is gone hears nothing more, who has come hears all.
    if (uids === undefined || uids.length > 0) await delivery.changed(facts, uids);
    for (const notice of notices) await delivery.said(facts, notice);
  }

  private async depart(
    room: LockedRoom,
    members: readonly ChatMemberRow[],
    gone: {
      readonly uid: string;
      readonly isRemoved: boolean;
      readonly notice: ChatNotice;
      readonly by: string;
    },
  ): Promise<Changed> {
    const { uid, isRemoved, notice, by } = gone;
    const out = { uid, isRemoved };
    const notices = [await this.say(room, by, notice)];
    await room.update([uid], { member: 0, removed: Number(isRemoved) });
    const heir = members.find(({ userId, member }) => userId !== uid && member === 1);
    if (heir === undefined) await room.rename({ endedAt: this.parts.clock() });
    else if (room.row?.ownerId === uid) {
      await room.rename({ ownerId: heir.userId });
      notices.push(await this.say(room, uid, { kind: 'handedOver', uids: [heir.userId] }));
      return { notices, uids: [uid, heir.userId], out };
    }
    return { notices, uids: [uid], out };
  }

  private say(room: LockedRoom, by: string, notice: ChatNotice): Promise<ChatMessageRow> {
    return room.notice(room.row?.id ?? '', noticeOf(by, this.parts.clock(), notice));
  }

  /** Nobody is put into a group by whom they have blocked: the others come, and nothing is said of it. */
  private async reached(uid: string, userIds: readonly string[]): Promise<string[]> {
    const blockers = await this.parts.store.blockersOf(uid, userIds);
    return userIds.filter((id) => !blockers.has(id));
  }

  /** @throws Refusal `notFound` where one of them has no account, or may not be seen */
  private async expectPresent(userIds: readonly string[]): Promise<void> {
    if (userIds.length >= chatGroupMembers) throw full();
    const present = await this.parts.people.present(userIds);
    if (present.size < userIds.length)
      throw new Refusal('notFound', 'There is nobody of one of these ids to invite.', {
        details: { userIds: userIds.filter((id) => !present.has(id)).slice(0, 20) },
      });
  }
}
