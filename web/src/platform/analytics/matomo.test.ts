import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Identity } from './identity.ts';
import { ScriptError, startMatomo, type insertScript } from './matomo.ts';
import { track, trackPageView } from './track.ts';

const page = 'https://venue.example.org/v/nightfall/area/lobby';
const foreign = 'https://stats.example.org';
const own = 'https://venue.example.org/matomo';

type Command = readonly unknown[];

interface Paq {
  push(command: Command): unknown;
}
interface Page extends EventTarget {
  _paq?: Paq;
  Matomo?: object;
}
let browser: Page;
let warnings: string[];
let errors: string[];

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  browser = new EventTarget();
  vi.stubGlobal('window', browser);
  vi.stubGlobal('document', { referrer: '', querySelector: () => null });
  vi.stubGlobal('location', new URL(page));
  [warnings, errors] = [[], []];
  vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text));
  vi.spyOn(console, 'error').mockImplementation((text: string) => void errors.push(text));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface MutableIdentity extends Identity {
  visitorId: string;
  userId: string | undefined;
  hasConsent: boolean;
}

function createIdentity(hasConsent: boolean) {
  let listener = (): void => undefined;
  let isNewVisit = false;
  const identity: MutableIdentity = {
    visitorId: 'a'.repeat(16),
    userId: undefined,
    hasConsent,
    takeNewVisit() {
      const taken = isNewVisit;
      isNewVisit = false;
      return taken;
    },
    subscribe(subscribed) {
      listener = subscribed;
    },
  };
  const change = (changes: Partial<MutableIdentity>, newVisit = false): void => {
    Object.assign(identity, changes);
    isNewVisit = newVisit;
    listener();
  };
  return { identity, change };
}

/** Runs the commands, as Matomo's script does; records them, except for functions, which get its visitor id. */
function runScript(): Command[] {
  const commands: Command[] = [];
  const run = (command: Command): void => {
    const [name] = command;
    if (typeof name === 'function') name.call({ getVisitorId: () => 'a'.repeat(16) });
    else commands.push(command);
  };
  for (const command of (browser._paq ?? []) as unknown as Command[]) run(command);
  browser._paq = { push: run };
  browser.Matomo = {};
  return commands;
}

const names = (commands: readonly Command[]): unknown[] => commands.map(([name]) => name);

test('TRACK-03s Matomo’s script gets the same page views and events, without cookies, with heartbeat and visitor id', async () => {
  const { identity } = createIdentity(false);
  let commands: Command[] = [];
  const sources: string[] = [];
  trackPageView(`${page}?ticket=1`, 'Lobby');
  startMatomo(own, identity, async (src) => {
    sources.push(src);
    commands = runScript();
  });
  await vi.advanceTimersByTimeAsync(1_000);
  track('widget', 'open', { area: 'lobby', widget: 'poster', type: 'ImageWidget' });
  expect(sources).toEqual([`${own}/matomo.js`]);
  expect(commands).toEqual([
    ['disableCookies'],
    ['setSiteId', '1'],
    ['setTrackerUrl', `${own}/matomo.php`],
    ['enableHeartBeatTimer', 15],
    ['setVisitorId', 'a'.repeat(16)],
    ['resetUserId'],
    ['setCustomUrl', page],
    ['setReferrerUrl', ''],
    ['setDocumentTitle', 'Lobby'],
    ['trackPageView'],
    ['trackEvent', 'widget', 'open', 'area=lobby widget=poster type=ImageWidget'],
  ]);
  expect([warnings, errors]).toEqual([[], []]);
});

test('TRACK-03o a script of another origin is loaded only after tracking consent, and counts nothing from before or after it', async () => {
  const { identity, change } = createIdentity(false);
  let commands: Command[] | undefined;
  startMatomo(foreign, identity, async () => {
    commands = runScript();
  });
  trackPageView(page, 'Lobby');
  track('login', 'anonymous');
  await vi.advanceTimersByTimeAsync(10_000);
  expect([commands, browser._paq]).toEqual([undefined, undefined]);
  change({ hasConsent: true });
  await vi.advanceTimersByTimeAsync(0);
  expect(names(commands ?? [])).toContain('trackPageView');
  expect(names(commands ?? [])).not.toContain('trackEvent');
  track('chat', 'access', { kind: 'area' });
  expect(commands?.at(-1)).toEqual(['trackEvent', 'chat', 'access', 'kind=area']);
  change({ hasConsent: false });
  const before = commands?.length ?? 0;
  track('chat', 'access', { kind: 'area' });
  trackPageView(page, 'Lobby');
  expect(commands).toHaveLength(before);
  expect(commands?.at(-1)).toEqual(['disableHeartBeatTimer']);
});

test('TRACK-04i the script gets the pseudonym, and after a logout a new visitor id for a new visit', async () => {
  const { identity, change } = createIdentity(true);
  let commands: Command[] = [];
  startMatomo(foreign, identity, async () => {
    commands = runScript();
  });
  await vi.advanceTimersByTimeAsync(0);
  commands.length = 0;
  change({ userId: 'f'.repeat(32) });
  change({ userId: undefined, visitorId: 'b'.repeat(16) }, true);
  track('profile', 'open');
  track('profile', 'close');
  expect(commands).toEqual([
    ['setVisitorId', 'a'.repeat(16)],
    ['setUserId', 'f'.repeat(32)],
    ['setVisitorId', 'b'.repeat(16)],
    ['resetUserId'],
    ['appendToTrackingUrl', 'new_visit=1'],
    ['trackEvent', 'profile', 'open', ''],
    ['appendToTrackingUrl', ''],
    ['trackEvent', 'profile', 'close', ''],
  ]);
});

/** Starts with a script whose download fails with these statuses in turn, and then succeeds without running. */
function startFailing(...statuses: readonly number[]): number[] {
  const remaining = [...statuses];
  const at: number[] = [];
  const insert: typeof insertScript = async () => {
    at.push(Date.now() / 1_000);
    const status = remaining.shift();
    if (status !== undefined) throw new ScriptError(status);
  };
  startMatomo(own, createIdentity(true).identity, insert);
  return at;
}

test('TRACK-03p ERROR-09n a script that cannot be loaded is loaded again ten times from one second on, and its failure goes to the console', async () => {
  const at = startFailing(...Array.from({ length: 11 }, () => 0));
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(at).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255, 511, 1_023]);
  expect([warnings, errors]).toEqual([[], [`[GENERAL] ${own}/matomo.js could not be loaded`]]);
});

test.each([
  ['TRACK-05a a script that the browser refuses to run, although it came', [200]],
  ['TRACK-05b a script that came and does nothing', []],
])('%s, is a warning, and is not loaded again', async (_, statuses) => {
  const at = startFailing(...statuses);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(at).toEqual([0]);
  expect([warnings, errors]).toEqual([[`[GENERAL] ${own}/matomo.js was loaded, but does not run`], []]);
});

test('TRACK-05c a script that sets its variable but runs no commands within 250 ms is a warning', async () => {
  startMatomo(own, createIdentity(true).identity, async () => {
    browser.Matomo = {};
  });
  await vi.advanceTimersByTimeAsync(249);
  expect(warnings).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(warnings).toHaveLength(1);
});

test('TRACK-03q a script that runs later than it is loaded is found within 100 ms', async () => {
  let commands: Command[] = [];
  startMatomo(
    own,
    createIdentity(true).identity,
    async () => void setTimeout(() => (commands = runScript()), 850),
  );
  trackPageView(page, 'Lobby');
  await vi.advanceTimersByTimeAsync(950);
  expect(names(commands)).toContain('trackPageView');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(warnings).toEqual([]);
});

/** A script whose downloads fail until `run` is called; it runs with the next one. */
function failingScript() {
  const at: number[] = [];
  let canRun = false;
  let commands: Command[] = [];
  const insert: typeof insertScript = async () => {
    at.push(Date.now() / 1_000);
    if (!canRun) throw new ScriptError(0);
    commands = runScript();
  };
  const run = (): void => {
    canRun = true;
  };
  return { at, insert, run, commands: () => commands };
}

test('TRACK-03t a withdrawal while the script is loading ends its retries and removes what waited; consent starts again', async () => {
  const { identity, change } = createIdentity(false);
  const script = failingScript();
  startMatomo(foreign, identity, script.insert);
  trackPageView(page, 'Lobby');
  change({ hasConsent: true });
  track('profile', 'open');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(script.at).toEqual([0, 1]);
  change({ hasConsent: false });
  track('profile', 'close');
  browser.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(3_598_000);
  expect(script.at).toEqual([0, 1]);

  change({ hasConsent: true });
  await vi.advanceTimersByTimeAsync(500);
  script.run();
  await vi.advanceTimersByTimeAsync(500);
  expect(script.at).toEqual([0, 1, 3_600, 3_601]);
  expect(names(script.commands())).toContain('trackPageView');
  expect(names(script.commands())).not.toContain('trackEvent');
});

test('TRACK-03x a request of the script that fails after the withdrawal is not repeated', async () => {
  const { identity, change } = createIdentity(true);
  const at: number[] = [];
  startMatomo(foreign, identity, async () => {
    at.push(Date.now());
    await new Promise((resolve) => setTimeout(resolve, 500));
    throw new ScriptError(0);
  });
  change({ hasConsent: false });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(at).toEqual([0]);
});

test('TRACK-03u a script that arrives after the withdrawal counts nothing and gets no ids', async () => {
  const { identity, change } = createIdentity(true);
  let commands: Command[] = [];
  startMatomo(foreign, identity, async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    commands = runScript();
  });
  trackPageView(page, 'Lobby');
  change({ hasConsent: false });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(names(commands)).toEqual(['disableCookies', 'setSiteId', 'setTrackerUrl']);
  change({ hasConsent: true });
  expect(names(commands).slice(3)).toEqual([
    'enableHeartBeatTimer',
    'setVisitorId',
    'resetUserId',
    'setCustomUrl',
    'setReferrerUrl',
    'setDocumentTitle',
    'trackPageView',
  ]);
});

test('TRACK-04j the queue that the script reads first has settings only, and what waited is sent with the ids of then', async () => {
  const { identity, change } = createIdentity(true);
  const script = failingScript();
  startMatomo(own, identity, script.insert);
  trackPageView(page, 'Lobby');
  change({ userId: 'f'.repeat(32) });
  track('profile', 'open');
  change({ userId: undefined, visitorId: 'b'.repeat(16) }, true);
  await vi.advanceTimersByTimeAsync(0);
  expect(names(browser._paq as unknown as Command[])).toEqual([
    'disableCookies',
    'setSiteId',
    'setTrackerUrl',
  ]);
  script.run();
  await vi.advanceTimersByTimeAsync(1_000);
  const sent = script.commands().slice(4);
  expect(sent.slice(0, 3)).toEqual([
    ['setVisitorId', 'b'.repeat(16)],
    ['resetUserId'],
    ['appendToTrackingUrl', 'new_visit=1'],
  ]);
  expect(names(sent).slice(3)).toEqual([
    'setCustomUrl',
    'setReferrerUrl',
    'setDocumentTitle',
    'trackPageView',
    'appendToTrackingUrl',
    'trackEvent',
  ]);
});

test('TRACK-03v a script of the own origin, which needs no consent, gets the events from before it was started', async () => {
  const script = failingScript();
  script.run();
  // Without the receiver of an earlier test, as on a new page.
  vi.resetModules();
  const [fresh, { startMatomo: start }] = await Promise.all([import('./track.ts'), import('./matomo.ts')]);
  fresh.trackPageView(page, 'Lobby');
  fresh.track('login', 'personalized');
  start(own, createIdentity(false).identity, script.insert);
  await vi.advanceTimersByTimeAsync(0);
  expect(names(script.commands()).slice(-2)).toEqual(['trackPageView', 'trackEvent']);
});
