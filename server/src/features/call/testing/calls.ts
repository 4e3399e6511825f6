/** For tests of calls: people with tabs that hear of calls, in rooms of chat. */
import {
  callChanged,
  callRinging,
  callSignalled,
  createChatGroup,
  joinCall,
  openChatRoom,
  ping,
  startCall,
  watchCalls,
  type Call,
  type ChatRoom,
  type ResultOf,
} from '@foyer/contract';
import { expect } from 'vitest';
import { startFoyer, type Foyer, type FoyerOptions } from '#testing/foyer';
import type { Person } from '#testing/people';
import { openTab, type Tab } from '#testing/tab';
import { publishExample, twoAreas } from '#testing/venues';

export const passwordLogin = { providers: [{ type: 'password' }] };
export const media = { microphone: true, camera: true, screen: false };

export async function startCalls(options: FoyerOptions = {}): Promise<Foyer> {
  const foyer = await startFoyer({ login: passwordLogin, ...options });
  await publishExample(foyer, twoAreas());
  return foyer;
}

let tabs = 0;
export const tabName = (): string => `tab-${String(++tabs).padStart(8, '0')}`;

/** Somebody with one tab, which hears of calls. */
export interface Caller {
  readonly id: string;
  readonly name: string;
  readonly person: Person;
  readonly tab: Tab;
  readonly tabId: string;
}

/** Opens another tab of somebody, here or at another server. */
export async function another(foyer: Foyer, { person }: Pick<Caller, 'person'>): Promise<Tab> {
  const tab = await openTab(foyer, { as: person });
  await tab.must(watchCalls, {});
  return tab;
}

export async function caller(foyer: Foyer, name: string, at: Foyer = foyer): Promise<Caller> {
  const person = await foyer.account({ name });
  return { id: person.id, name, person, tab: await another(at, { person }), tabId: tabName() };
}

export const callers = <N extends readonly string[]>(foyer: Foyer, ...names: N) =>
  Promise.all(names.map((name) => caller(foyer, name))) as Promise<{ [I in keyof N]: Caller }>;

export const privateRoom = async (one: Caller, other: Caller): Promise<ChatRoom> =>
  (await one.tab.must(openChatRoom, { with: other.id })).room;

export async function groupOf(
  owner: Caller,
  userIds: readonly string[],
  kind: 'group' | 'privateGroup' = 'privateGroup',
): Promise<ChatRoom> {
  const input = { clientId: `group-${tabName()}`, kind, name: 'Lighting', userIds: [...userIds] };
  return (await owner.tab.must(createChatGroup, input)).room;
}

/** People who never come. */
export const absent = (foyer: Foyer, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => (await foyer.account({ name: 'Absent' })).id));

export const start = async ({ tab, tabId }: Caller, roomId: string): Promise<ResultOf<typeof startCall>> =>
  tab.must(startCall, { roomId, tabId, media });

export const join = async ({ tab, tabId }: Caller, callId: string): Promise<ResultOf<typeof joinCall>> =>
  tab.must(joinCall, { callId, tabId, media });

/** One calls, all others of the room hear it and join. */
export async function together(first: Caller, roomId: string, ...others: Caller[]): Promise<Call> {
  let { call } = await start(first, roomId);
  for (const other of others) {
    await other.tab.next(callRinging);
    ({ call } = await join(other, call.callId));
  }
  return call;
}

/** The next word of a call in which these are. */
export const membersAre = (tab: Tab, ...people: readonly Caller[]): Promise<{ call: Call }> =>
  tab.next(
    callChanged,
    ({ call }) =>
      JSON.stringify(call.members.map(({ person }) => person.uid).toSorted()) ===
      JSON.stringify(people.map(({ id }) => id).toSorted()),
  );

/** The next candidate that a tab is told by another one. */
export const heardCandidate = (tab: Tab, candidate: string) =>
  tab.next(callSignalled, ({ signals }) =>
    signals.some((signal) => 'candidate' in signal && signal.candidate?.candidate === candidate),
  );

/** Time passes for servers, in steps in which no tab is taken for silent and every server has looked around. */
export async function pass(foyers: readonly Foyer[], tabsOpen: readonly Tab[], ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 5_000) {
    for (const foyer of foyers) foyer.pass(Math.min(5_000, ms - passed));
    for (const tab of tabsOpen) await tab.must(ping, {});
  }
}

export async function refused(asked: Promise<{ fault: { code: string } | undefined }>): Promise<string> {
  const { fault } = await asked;
  expect(fault).toBeDefined();
  return fault?.code ?? '';
}
