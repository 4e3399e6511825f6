/** Test helpers of calls: users with tabs that subscribe to calls, in chat rooms. */
import {
  callChanged,
  callRinging,
  callSignalsReceived,
  createChatGroup,
  joinCall,
  openChatRoom,
  ping,
  startCall,
  subscribeToCalls,
  type Call,
  type ChatRoom,
  type ResultOf,
} from '@foyer/contract';
import { expect } from 'vitest';
import type { Foyer } from '#testing/foyer';
import type { TestUser } from '#testing/testUsers';
import { connectTab, type Tab } from '#testing/tab';

export const media = { microphone: true, camera: true, screen: false };

let tabs = 0;
export const newTabId = (): string => `tab-${String(++tabs).padStart(8, '0')}`;

/** A user with one tab that subscribes to calls. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly user: TestUser;
  readonly tab: Tab;
  readonly tabId: string;
}

/** Opens another tab of a user, on this or another server. */
export async function openTabOf(foyer: Foyer, { user }: Pick<Caller, 'user'>): Promise<Tab> {
  const tab = await connectTab(foyer, { as: user });
  await tab.must(subscribeToCalls, {});
  return tab;
}

export async function caller(foyer: Foyer, name: string, at: Foyer = foyer): Promise<Caller> {
  const user = await foyer.account({ name });
  return { id: user.id, name, user, tab: await openTabOf(at, { user }), tabId: newTabId() };
}

export const callers = <N extends readonly string[]>(foyer: Foyer, ...names: N) =>
  Promise.all(names.map((name) => caller(foyer, name))) as Promise<{ [I in keyof N]: Caller }>;

export const privateRoom = async (one: Caller, other: Caller): Promise<ChatRoom> =>
  (await one.tab.must(openChatRoom, { with: other.id })).room;

export async function createGroup(
  owner: Caller,
  userIds: readonly string[],
  kind: 'group' | 'privateGroup' = 'privateGroup',
): Promise<ChatRoom> {
  const input = { clientId: `group-${newTabId()}`, kind, name: 'Lighting', userIds: [...userIds] };
  return (await owner.tab.must(createChatGroup, input)).room;
}

/** Creates users who never connect. Returns their ids. */
export const absentUserIds = (foyer: Foyer, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => (await foyer.account({ name: 'Absent' })).id));

export const startCallAs = async (
  { tab, tabId }: Caller,
  roomId: string,
): Promise<ResultOf<typeof startCall>> => tab.must(startCall, { roomId, tabId, media });

export const joinCallAs = async (
  { tab, tabId }: Caller,
  callId: string,
): Promise<ResultOf<typeof joinCall>> => tab.must(joinCall, { callId, tabId, media });

/** The first user starts a call, the others wait until it rings and join. */
export async function startAndJoin(first: Caller, roomId: string, ...others: Caller[]): Promise<Call> {
  let { call } = await startCallAs(first, roomId);
  for (const other of others) {
    await other.tab.next(callRinging);
    ({ call } = await joinCallAs(other, call.callId));
  }
  return call;
}

/** Waits for a change after which these are the participants. */
export const expectParticipants = (tab: Tab, ...users: readonly Caller[]): Promise<{ call: Call }> =>
  tab.next(
    callChanged,
    ({ call }) =>
      JSON.stringify(call.participants.map(({ user }) => user.uid).toSorted()) ===
      JSON.stringify(users.map(({ id }) => id).toSorted()),
  );

/** Waits until the tab has received this ICE candidate. */
export const receivedCandidate = (tab: Tab, candidate: string) =>
  tab.next(callSignalsReceived, ({ signals }) =>
    signals.some((signal) => 'candidate' in signal && signal.candidate?.candidate === candidate),
  );

/** Lets time pass for servers, in steps short enough to keep the tabs connected and to let every server reconcile. */
export async function pass(foyers: readonly Foyer[], tabsOpen: readonly Tab[], ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5_000) {
    for (const foyer of foyers) foyer.advance(Math.min(5_000, ms - passed));
    for (const tab of tabsOpen) await tab.must(ping, {});
  }
}

export async function errorCodeOf(reply: Promise<{ error: { code: string } | undefined }>): Promise<string> {
  const { error } = await reply;
  expect(error).toBeDefined();
  return error?.code ?? '';
}
