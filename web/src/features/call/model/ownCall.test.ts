import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isInCall, useAudioSessions } from '../../../platform/playback/audioSessions.ts';
import { initialUser, useUser } from '../../../platform/state/user.ts';
import { createFakeVisit } from '../../../testing/fakeVisit.ts';
import { createCalls, type Calls } from './calls.ts';
import { noCalls } from './callsState.ts';
import { createOwnCallWith, type OwnCall } from './ownCall.ts';
import { isActive, memberOf, othersIn } from './ownCallState.ts';
import { ada, bo, FakeCallWorld } from './testing/fakeCallWorld.ts';

const settle = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** Ends the visits of a test. */
let ended: AbortController;

beforeEach(() => {
  ended = new AbortController();
  vi.useFakeTimers();
  useUser.setState({ user: { userId: ada.uid, email: '', attributes: {} } });
});
afterEach(() => {
  ended.abort();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  useUser.setState(initialUser);
});

interface Setup {
  readonly world: FakeCallWorld;
  readonly calls: Calls;
  readonly ownCall: OwnCall;
}

async function setUp(): Promise<Setup> {
  const world = new FakeCallWorld();
  vi.stubGlobal('navigator', world.navigator);
  const calls = world.visit.get(createCalls);
  const ownCall = createOwnCallWith(world.visit, world.deps);
  ended.signal.addEventListener('abort', () => world.visit.end());
  world.connect();
  await answerAll(world);
  return { world, calls, ownCall };
}

/** Lets the server, the browser and the media answer until nothing is left to do. */
async function answerAll(world: FakeCallWorld): Promise<void> {
  for (let isBusy = true; isBusy;) {
    await settle();
    const steps = [
      world.grantDevices(),
      world.answerIce(),
      world.handle(),
      world.deliver(),
      world.openEngine(),
    ];
    isBusy = steps.some(Boolean);
  }
}

const phase = ({ calls }: Setup) => calls.store.getState().own.phase;
const reason = ({ calls }: Setup) => {
  const { own } = calls.store.getState();
  return own.phase === 'ended' ? own.reason : undefined;
};

async function start(setup: Setup, roomId = 'room-1'): Promise<void> {
  void setup.ownCall.preview({ roomId });
  await answerAll(setup.world);
  void setup.ownCall.start();
  await answerAll(setup.world);
}

/** Starts a call that the server has handled. Its reply is on its way. */
async function startWithoutReply(): Promise<Setup> {
  const setup = await setUp();
  const { world, ownCall } = setup;
  void ownCall.preview({ roomId: 'room-1' });
  await answerAll(world);
  void ownCall.start();
  world.answerIce();
  await settle();
  world.handle();
  return setup;
}

async function startWithBo(): Promise<Setup> {
  const setup = await setUp();
  await start(setup);
  setup.world.joinBo();
  await answerAll(setup.world);
  expect(phase(setup)).toBe('joined');
  return setup;
}

test('CHAT-12 a call goes through its phases, and occupies the audio from its start to its end', async () => {
  const setup = await setUp();
  const { world, ownCall } = setup;
  void ownCall.preview({ roomId: 'room-1' });
  expect(phase(setup)).toBe('preview');
  await answerAll(world);
  expect(world.liveTracks).toBe(2);
  expect(isInCall(useAudioSessions.getState())).toBe(false);
  void ownCall.start();
  expect(phase(setup)).toBe('starting');
  expect(isInCall(useAudioSessions.getState())).toBe(true);
  world.answerIce();
  await settle();
  world.handle();
  world.deliver();
  world.deliver();
  await settle();
  expect(phase(setup)).toBe('joining');
  world.openEngine();
  await settle();
  expect(phase(setup)).toBe('joined');
  ownCall.close();
  await answerAll(world);
  expect(phase(setup)).toBe('idle');
  expect([world.liveTracks, world.liveEngines, world.ownParticipants]).toEqual([0, [], []]);
  expect(isInCall(useAudioSessions.getState())).toBe(false);
});

// The server removes the participant when it sees the connection close (CHAT-12k in `server/src/features/call`).
test('a sign-out during a call closes the media connections and releases microphone, camera and screen', async () => {
  const { world, ownCall } = await startWithBo();
  void ownCall.media.shareScreen();
  await answerAll(world);
  expect(world.liveTracks).toBe(3);
  world.visit.end();
  await settle();
  expect([world.liveTracks, world.liveEngines]).toEqual([0, []]);
  expect(useAudioSessions.getState().active).toEqual([]);
});

test('a device that the browser grants after the sign-out is released at once', async () => {
  const { world, ownCall } = await setUp();
  void ownCall.preview({ roomId: 'room-1' });
  world.visit.end();
  await answerAll(world);
  expect(world.tracks.length).toBe(2);
  expect(world.liveTracks).toBe(0);
});

test.each([
  ['', false],
  [', and not the next one in the room', true],
])('a call that is cancelled before the server replies is left%s', async (_, isAgain) => {
  const setup = await startWithoutReply();
  const { world, ownCall } = setup;
  ownCall.close();
  if (isAgain) {
    void ownCall.preview({ roomId: 'room-1' });
    world.grantDevices();
    await settle();
    void ownCall.start();
    await settle();
    world.answerIce();
    await settle();
  }
  await answerAll(world);
  const { own } = setup.calls.store.getState();
  expect(own.phase).toBe(isAgain ? 'joined' : 'idle');
  expect(world.ownParticipants.map(({ tabId }) => tabId)).toEqual(isAgain ? [memberOf(own)?.tabId] : []);
});

test('a connection that is lost while the media are being prepared is rejoined as soon as they are', async () => {
  const setup = await startWithoutReply();
  const { world } = setup;
  while (world.deliver());
  await settle();
  expect(phase(setup)).toBe('joining');
  world.lose();
  world.connect();
  expect(world.ownParticipants).toEqual([]);
  await answerAll(world);
  expect(phase(setup)).toBe('joined');
  expect(world.ownParticipants.length).toBe(1);
});

test('an attempt to rejoin that waits for ICE servers does not join beside the next attempt', async () => {
  const setup = await startWithBo();
  const { world } = setup;
  for (const _ of [1, 2]) {
    world.lose();
    // So long that the tab joins as a new participant.
    await settle(13_000);
    world.connect();
    await settle();
  }
  await answerAll(world);
  expect(phase(setup)).toBe('joined');
  expect(world.joins).toBe(2);
  expect(world.liveEngines.length).toBe(1);
});

test('media that fail while the connection is lost do not end the call', async () => {
  const setup = await startWithBo();
  const { world } = setup;
  world.lose();
  await settle(13_000);
  world.connect();
  await settle();
  world.answerIce();
  await settle();
  while (world.handle());
  while (world.deliver());
  await settle();
  world.lose();
  expect(world.failEngine()).toBe(true);
  await settle();
  expect(phase(setup)).toBe('reconnecting');
  world.connect();
  await answerAll(world);
  expect(phase(setup)).toBe('joined');
});

test('CHAT-12at a new connection rejoins once, also while an attempt waits', async () => {
  const setup = await startWithBo();
  const { world } = setup;
  expect(world.joins).toBe(1);
  world.lose();
  world.connect();
  await settle();
  // The attempt gets no reply, and the next one waits for a second.
  world.failReplies();
  await settle();
  expect(phase(setup)).toBe('rejoining');
  world.lose();
  world.connect();
  await answerAll(world);
  expect(phase(setup)).toBe('joined');
  await settle(5_000);
  await answerAll(world);
  expect(world.joins).toBe(2);
});

test('a tab whose media fails when it rejoins leaves the call and says so', async () => {
  const setup = await startWithBo();
  const { world } = setup;
  world.removeOwn();
  for (const step of [world.deliver, world.answerIce, world.handle, world.deliver, world.deliver]) {
    step();
    await settle();
  }
  expect(world.ownParticipants.length).toBe(1);
  expect(world.failEngine()).toBe(true);
  await answerAll(world);
  expect(reason(setup)).toBe('problem');
  expect([world.ownParticipants, world.liveTracks]).toEqual([[], 0]);
});

test.each([
  ['declined', 'declineBo'],
  ['noAnswer', 'endByServer'],
] as const)('a call that nobody joins ends as %s', async (expected, step) => {
  const setup = await setUp();
  await start(setup);
  setup.world[step]();
  await answerAll(setup.world);
  expect(reason(setup)).toBe(expected);
});

test('a call is declined although the caller does not know its id yet', async () => {
  const setup = await startWithoutReply();
  const { world } = setup;
  world.declineBo();
  // The server sends the decline before its reply to the caller.
  world.wire.splice(1, 0, ...world.wire.splice(2, 1));
  await answerAll(world);
  expect(reason(setup)).toBe('declined');
});

test('CHAT-12 a ringing call is accepted in this tab, or stops ringing when another tab of the user answers', async () => {
  const accepting = await setUp();
  accepting.world.ring('room-1');
  await answerAll(accepting.world);
  const [ringing] = accepting.calls.store.getState().ringing;
  expect(ringing?.from).toEqual(bo);
  if (ringing) void accepting.ownCall.accept(ringing, false);
  expect(accepting.calls.store.getState().ringing).toEqual([]);
  await answerAll(accepting.world);
  expect(phase(accepting)).toBe('joined');
  expect(accepting.world.tracks.map(({ kind }) => kind)).toEqual(['audio']);
  accepting.world.joinOtherTab();
  await answerAll(accepting.world);
  expect(reason(accepting)).toBe('elsewhere');
  expect(accepting.world.liveTracks).toBe(0);
});

test('nothing of a call is in the next visit', async () => {
  const { world } = await startWithBo();
  const next = createFakeVisit();
  const { store } = next.get(createCalls);
  world.visit.end();
  world.joinOtherTab();
  await answerAll(world);
  expect(store.getState()).toEqual(noCalls);
});

/** What may happen at any moment, by the user, another one, the server, the browser or the network. */
type Step = (setup: Setup) => void;
const steps: Readonly<Record<string, Step>> = {
  preview: ({ ownCall }) => void ownCall.preview({ roomId: 'room-1' }),
  previewOther: ({ ownCall }) => void ownCall.preview({ roomId: 'room-2' }),
  start: ({ ownCall }) => void ownCall.start(),
  close: ({ ownCall }) => ownCall.close(),
  accept: ({ ownCall, calls }) => {
    const [ringing] = calls.store.getState().ringing;
    if (ringing) void ownCall.accept(ringing, true);
  },
  decline: ({ ownCall, calls }) => {
    const [ringing] = calls.store.getState().ringing;
    if (ringing) ownCall.decline(ringing);
  },
  shareScreen: ({ ownCall }) => void ownCall.media.shareScreen(),
  switchCamera: ({ ownCall }) => void ownCall.media.switchCamera(true),
  ring: ({ world }) => world.ring('room-2'),
  stopRinging: ({ world }) => world.stopRinging(),
  joinBo: ({ world }) => world.joinBo(),
  declineBo: ({ world }) => world.declineBo(),
  leaveBo: ({ world }) => world.leaveBo(),
  joinOtherTab: ({ world }) => world.joinOtherTab(),
  grantDevices: ({ world }) => void world.grantDevices(),
  refuseDevices: ({ world }) => void world.refuseDevices(),
  answerIce: ({ world }) => void world.answerIce(),
  failIce: ({ world }) => void world.failIce(),
  openEngine: ({ world }) => void world.openEngine(),
  failEngine: ({ world }) => void world.failEngine(),
  loseMedia: ({ world }) => world.loseMedia(),
  handle: ({ world }) => void world.handle(),
  refuse: ({ world }) => void world.refuse(),
  deliver: ({ world }) => void world.deliver(),
  lose: ({ world }) => world.lose(),
  connect: ({ world }) => world.connect(),
  announceConnection: ({ world }) => world.announceConnection(),
  removeExpired: ({ world }) => world.removeExpired(),
};
/** What calls need to go on is more frequent than what disturbs them. */
const frequent = ['start', 'connect', 'grantDevices', 'answerIce', 'openEngine', 'handle', 'deliver'];
/** They break the promise of the server that its events arrive once and in order. */
const forgeries: Readonly<Record<string, Step>> = {
  doubleChange: ({ world }) => world.repeatChange(0),
  lateChange: ({ world }) => world.repeatChange(1),
  veryLateChange: ({ world }) => world.repeatChange(3),
};

type Action = readonly [name: string, waitMs: number];
const actionsOf = (names: readonly string[]): fc.Arbitrary<Action[]> => {
  const name = fc.oneof(fc.constantFrom(...names), fc.constantFrom(...frequent));
  const waitMs = fc.constantFrom(0, 0, 0, 0, 0, 0, 500, 2_000, 16_000);
  return fc.array(fc.tuple(name, waitMs), { maxLength: 60, size: 'max' });
};
/** Most sequences begin in a call, where most can go wrong. */
type Beginning = 'idle' | 'preview' | 'joined' | 'accepted';
const beginnings = fc.constantFrom<Beginning>('idle', 'preview', 'preview', 'joined', 'joined', 'accepted');

function expectConsistent({ world, calls }: Setup): void {
  const { own } = calls.store.getState();
  if (own.phase === 'idle' || own.phase === 'ended') {
    expect(world.liveTracks).toBe(0);
    expect(world.liveEngines).toEqual([]);
  }
  expect(world.liveEngines.length).toBeLessThanOrEqual(1);
  for (const { callId } of world.liveEngines) expect(callId).toBe(memberOf(own)?.call.callId);
  expect(useAudioSessions.getState().active.length).toBe(isActive(own) ? 1 : 0);
  if (own.phase === 'joined')
    expect(world.liveEngines.map(({ others }) => others)).toEqual([othersIn(own.call, own.tabId)]);
}

async function begin(beginning: Beginning): Promise<Setup> {
  const setup = await setUp();
  if (beginning === 'preview') {
    void setup.ownCall.preview({ roomId: 'room-1' });
    await answerAll(setup.world);
  }
  if (beginning === 'joined') await start(setup);
  if (beginning === 'accepted') {
    setup.world.ring('room-1');
    await answerAll(setup.world);
    const [ringing] = setup.calls.store.getState().ringing;
    if (ringing) void setup.ownCall.accept(ringing, true);
    await answerAll(setup.world);
  }
  return setup;
}

async function inVisit(beginning: Beginning, check: (setup: Setup) => Promise<void>): Promise<void> {
  const setup = await begin(beginning);
  try {
    await check(setup);
  } finally {
    setup.world.visit.end();
  }
}

async function run(setup: Setup, actions: readonly Action[]): Promise<void> {
  for (const [name, waitMs] of actions) {
    (steps[name] ?? forgeries[name])?.(setup);
    await settle(waitMs);
    expectConsistent(setup);
  }
}

async function comeToRest(setup: Setup): Promise<void> {
  const { world } = setup;
  for (const _ of [1, 2, 3]) {
    world.connect();
    await answerAll(world);
    await settle(16_000);
    world.removeExpired();
    await answerAll(world);
    expectConsistent(setup);
  }
}

test('in whatever order things happen, the tab is in no call or in the one that the server says', async () => {
  const property = fc.asyncProperty(beginnings, actionsOf(Object.keys(steps)), (beginning, actions) =>
    inVisit(beginning, async (setup) => {
      await run(setup, actions);
      await comeToRest(setup);
      const member = memberOf(setup.calls.store.getState().own);
      expect(setup.world.ownParticipants).toEqual(
        member ? [{ callId: member.call.callId, tabId: member.tabId }] : [],
      );
      setup.ownCall.close();
      await answerAll(setup.world);
      expect([setup.world.ownParticipants, setup.world.liveTracks, setup.world.liveEngines]).toEqual([
        [],
        0,
        [],
      ]);
    }),
  );
  await fc.assert(property, { numRuns: 500, seed: 26 });
});

test('late and doubled events, and a sign-out at any moment, leave no device, media connection or audio session', async () => {
  const all = [...Object.keys(steps), ...Object.keys(forgeries)];
  const property = fc.asyncProperty(beginnings, actionsOf(all), actionsOf(all), (beginning, ...parts) =>
    inVisit(beginning, async (setup) => {
      await run(setup, parts[0]);
      setup.world.visit.end();
      const next = createFakeVisit();
      const { store } = next.get(createCalls);
      for (const [name, waitMs] of parts[1]) {
        (steps[name] ?? forgeries[name])?.(setup);
        await settle(waitMs);
      }
      await answerAll(setup.world);
      expect([setup.world.liveTracks, setup.world.liveEngines]).toEqual([0, []]);
      expect(useAudioSessions.getState().active).toEqual([]);
      expect(store.getState()).toEqual(noCalls);
      next.end();
    }),
  );
  await fc.assert(property, { numRuns: 200, seed: 26 });
});
