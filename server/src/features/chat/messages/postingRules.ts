/**
 * Why a user cannot post in a room (CHAT-15): a guest in a room where guests only read, muted by a host, removed, no
 * longer a member, or one of two users has blocked the other. `mayPost.ts` has the same rules as an SQL condition, which
 * decides about each message. The checks here are for what is not a message (typing, uploads, changes of groups, calls),
 * and explain a rejected message.
 */
import { isBuiltInRoom } from '@foyer/contract';
import { chatHeldPostsMax } from '@foyer/contract/limits';
import type { Clock } from '#platform/clock';
import { ApiError } from '#platform/apiError';
import type { Actor } from '../actor.ts';
import type { ChatHeldPostStore } from '../approval/heldPostStore.ts';
import { type RoomInfo, roomNotFound } from '../rooms/room.ts';
import type { ChatRooms } from '../rooms/rooms.ts';
import type { ChatRoomStore } from '../rooms/roomStore.ts';
import type { ChatRoomViewStore } from '../rooms/roomViewStore.ts';
import type { ChatMessageStore } from './messageStore.ts';

export interface ChatPostingRulesDeps {
  readonly rooms: ChatRooms;
  readonly roomStore: Pick<ChatRoomStore, 'state'>;
  readonly messageStore: Pick<ChatMessageStore, 'isBlocked'>;
  readonly viewStore: Pick<ChatRoomViewStore, 'mutedUntil'>;
  readonly heldPostStore: Pick<ChatHeldPostStore, 'isFull'>;
  readonly clock: Clock;
}

const messages = {
  guests: 'Guests can only read here: log in to post.',
  muted: 'A host has muted you.',
  blocked: 'One of you has blocked the other.',
  removed: 'You were removed from this room.',
  left: 'You are no longer a member of this room.',
  held: `At most ${chatHeldPostsMax} of your posts can wait for approval: wait for a decision, or withdraw one.`,
  changed: 'The room has changed: try again.',
} as const;

/** @param until when a mute ends; null or undefined if it is indefinite */
const cannotPost = (reason: keyof typeof messages, until?: number | null): ApiError =>
  new ApiError('cannotPost', messages[reason], {
    details: { reason, ...(until === null || until === undefined ? {} : { until }) },
  });

export class ChatPostingRules {
  private readonly deps: ChatPostingRulesDeps;

  constructor(deps: ChatPostingRulesDeps) {
    this.deps = deps;
  }

  /**
   * Checks a user who can read the room.
   * @throws ApiError `cannotPost`
   */
  async assertCanPost(actor: Actor, info: RoomInfo): Promise<void> {
    const rejection = await this.findRejection(actor, info);
    if (rejection !== undefined) throw rejection;
  }

  /**
   * Also called for changes of groups, because muted users could post by the names of groups.
   * @throws ApiError `cannotPost` for muted users
   */
  async assertNotMuted(actor: Actor): Promise<void> {
    const rejection = await this.findMute(actor);
    if (rejection !== undefined) throw rejection;
  }

  async isMuted(actor: Actor): Promise<boolean> {
    return (await this.findMute(actor)) !== undefined;
  }

  /** Whether one of the two members of a private room has blocked the other. */
  async isBlocked({ uid }: Actor, { kind, id }: RoomInfo): Promise<boolean> {
    return kind === 'private' && (await this.deps.messageStore.isBlocked(id, uid));
  }

  /** @throws ApiError `cannotPost` for guests if guests can only read */
  assertGuestsMayPost(actor: Actor, info: RoomInfo): void {
    if (actor.isGuest && !this.deps.rooms.getBuiltInRoom(info).guestsMayWrite) throw cannotPost('guests');
  }

  /** @throws ApiError `notFound` for users who were never members of the room, unless it is built-in */
  async assertMember({ uid }: Actor, info: RoomInfo): Promise<void> {
    const state = await this.deps.roomStore.state(info.id, uid);
    if (!isBuiltInRoom(info) && state?.memberRow === undefined) throw roomNotFound();
  }

  /** Returns why a message was not stored. */
  async explainRejection(actor: Actor, info: RoomInfo): Promise<ApiError> {
    const memberRow = (await this.deps.roomStore.state(info.id, actor.uid))?.memberRow;
    if (!isBuiltInRoom(info) && memberRow === undefined) return roomNotFound();
    if (memberRow?.removed === 1) return cannotPost('removed');
    if (!isBuiltInRoom(info) && memberRow?.member !== 1) return cannotPost('left');
    const rejection = await this.findRejection(actor, info);
    if (rejection !== undefined) return rejection;
    return cannotPost((await this.deps.heldPostStore.isFull(info.id, actor.uid)) ? 'held' : 'changed');
  }

  private async findRejection(actor: Actor, info: RoomInfo): Promise<ApiError | undefined> {
    this.assertGuestsMayPost(actor, info);
    const mute = await this.findMute(actor);
    if (mute !== undefined) return mute;
    return (await this.isBlocked(actor, info)) ? cannotPost('blocked') : undefined;
  }

  private async findMute({ mode, uid }: Actor): Promise<ApiError | undefined> {
    const { viewStore, clock } = this.deps;
    const until = await viewStore.mutedUntil(mode, uid, clock());
    return until === undefined ? undefined : cannotPost('muted', until);
  }
}
