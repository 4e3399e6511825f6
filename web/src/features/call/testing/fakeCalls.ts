/** The calls of a fake server, for component tests. Tests join and leave on behalf of other users. */
import {
  callChanged,
  callRingingStopped,
  callRinging,
  setCallMedia,
  declineCall,
  getIceServers,
  joinCall,
  leaveCall,
  sendCallSignals,
  startCall,
  type Call,
  type CallMedia,
  type CallParticipant,
  type DataOf,
} from '@foyer/contract';
import { RejectedCall } from '../../../testing/fakeServer.ts';
import { FakeChat } from '../../chat/testing/fakeChat.ts';
import type { FakeRoom } from '../../chat/testing/fakeRoom.ts';
import { bo, type TestUser } from '../../chat/testing/users.ts';

const allOn: CallMedia = { microphone: true, camera: true, screen: false };
export const voiceOnly: CallMedia = { microphone: true, camera: false, screen: false };

/** Sorts before the tab id of the page, so that the page makes the WebRTC offers. */
const tabOf = ({ uid }: { readonly uid: string }): string => `0-tab-of-${uid}`;

/** Supports one call at a time. */
export class FakeCalls {
  readonly chat: FakeChat;
  /** Whether new calls ring. Calls in large groups do not. */
  rings = true;
  /** Whether requests to join are rejected because the call is full. */
  isFull = false;
  private current: Call | undefined;
  private count = 0;

  constructor(chat = new FakeChat()) {
    this.chat = chat;
    const { server } = chat;
    server.respondTo(getIceServers, () => ({ iceServers: [], relayOnly: false, ttl: 3_600 }));
    server.onCommand(startCall, ({ roomId, tabId, media }) => {
      const call = this.current?.roomId === roomId ? this.current : this.openCall(roomId);
      return { call: this.addParticipant(call, { tabId, user: this.chat.own, media }) };
    });
    server.onCommand(joinCall, ({ callId, tabId, media }) => {
      if (this.current?.callId !== callId) throw new RejectedCall({ code: 'notFound' });
      return { call: this.addParticipant(this.current, { tabId, user: this.chat.own, media }) };
    });
    server.onCommand(setCallMedia, ({ media }) => {
      const own = this.current?.participants.find(({ user }) => user.uid === this.chat.ownId);
      if (own) this.change(own.user, media);
      return undefined;
    });
    server.onCommand(leaveCall, () => {
      this.leave(this.chat.own);
      return undefined;
    });
    server.onCommand(declineCall, () => undefined);
    server.onCommand(sendCallSignals, () => undefined);
  }

  get call(): Call {
    if (!this.current) throw new Error('There is no call.');
    return this.current;
  }

  /** The media state that the page has sent last. */
  get ownMedia(): CallMedia | undefined {
    return this.call.participants.find(({ user }) => user.uid === this.chat.ownId)?.media;
  }

  /** Someone calls, and the call rings in the page. */
  ring(from: TestUser = bo, room: FakeRoom = this.chat.privateRoom(from)): void {
    this.openCall(room.id);
    this.join(from);
    this.chat.server.broadcast(callRinging, { call: this.call, from });
  }

  /** The call stops ringing. */
  stopRinging(reason: DataOf<typeof callRingingStopped>['reason']): void {
    this.chat.server.broadcast(callRingingStopped, { callId: this.call.callId, reason });
  }

  /** A call starts in a room without ringing. */
  start(room: FakeRoom, ...users: readonly TestUser[]): void {
    this.openCall(room.id);
    for (const user of users) this.join(user);
  }

  join(user: TestUser, media: CallMedia = allOn): void {
    this.set([...this.call.participants, { tabId: tabOf(user), user, media }]);
  }

  change(user: { readonly uid: string }, media: CallMedia): void {
    const update = (each: CallParticipant) => (each.user.uid === user.uid ? { ...each, media } : each);
    this.set(this.call.participants.map(update));
  }

  /** Someone leaves. The call ends if at most one participant remains. */
  leave(user: { readonly uid: string }): void {
    const left = this.call.participants.filter((each) => each.user.uid !== user.uid);
    this.set(left.length > 1 ? left : []);
  }

  end(): void {
    this.set([]);
  }

  private openCall(roomId: string): Call {
    this.count += 1;
    this.current = {
      callId: `call-${this.count}`,
      roomId,
      engine: 'mesh',
      startedAt: Date.now(),
      rings: this.rings,
      participants: [],
    };
    return this.current;
  }

  private addParticipant(call: Call, member: CallParticipant): Call {
    if (this.isFull) throw new RejectedCall({ code: 'conflict', errMsg: 'This call is full.' });
    this.set([...call.participants.filter(({ tabId }) => tabId !== member.tabId), member]);
    return this.call;
  }

  private set(participants: CallParticipant[]): void {
    this.current = { ...this.call, participants };
    this.chat.server.broadcast(callChanged, { call: this.current });
  }
}
