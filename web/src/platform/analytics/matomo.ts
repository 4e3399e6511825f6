/**
 * Counts with Matomo's own script instead of this server, if the configuration says so. The script of another origin is
 * loaded, and counts, only with tracking consent. Its failure goes to the console only (ERROR-09).
 */
import { formatSubject } from '@foyer/contract/analyticsEvents';
import { analyticsHeartbeatMs } from '@foyer/contract/limits';
import { logWarning, writeToConsole } from '../log.ts';
import { retryTimer, type Backoff } from '../time/retryTimer.ts';
import { runAfter, runEvery } from '../time/timers.ts';
import { plainUrl } from './hits.ts';
import type { Identity } from './identity.ts';
import { setTrackReceiver, waitingMax, type Tracked, type TrackedPageView } from './track.ts';

type Command = readonly [
  name: string | ((this: { getVisitorId(): string }) => void),
  ...parameters: readonly (string | number)[],
];

declare global {
  interface Window {
    /** Matomo's queue of commands: an array, which its script replaces. */
    _paq?: { push(command: Command): unknown };
    /** Set by Matomo's script. */
    Matomo?: unknown;
  }
}

const retriesMax = 10;
const backoff: Backoff = { firstMs: 1_000, longestMs: 1_000 * 2 ** (retriesMax - 1) };
const pollMs = 100;
const pollsMax = 50;
const lookupMs = 250;

/** Queues the settings. The script ignores a queue that is empty when it starts. */
function configure(url: string): void {
  window._paq ??= [
    ['disableCookies'],
    ['setSiteId', '1'],
    ['setTrackerUrl', `${url}/matomo.php`],
  ] as Command[];
}

function push(...command: Command): void {
  window._paq?.push(command);
}

export class ScriptError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** The status of the response, 0 if the browser does not say. */
const statusOf = (src: string): number =>
  (performance.getEntriesByName(src).at(-1) as PerformanceResourceTiming | undefined)?.responseStatus ?? 0;

/** @throws ScriptError if the browser does not run the script */
export const insertScript = (src: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new ScriptError(statusOf(src)));
    });
    document.head.append(script);
  });

/** Resolves when the script has set its global variable; to false if it does not. */
function waitForGlobal(): Promise<boolean> {
  let polls = 0;
  return new Promise((resolve) => {
    const check = (): void => {
      polls += 1;
      if (window.Matomo === undefined && polls < pollsMax) return;
      end();
      resolve(window.Matomo !== undefined);
    };
    const end = runEvery(pollMs, check);
    check();
  });
}

/** Whether the script runs commands: it returns its visitor id. */
const runsCommands = (): Promise<boolean> =>
  new Promise((resolve) => {
    const end = runAfter(lookupMs, () => resolve(false));
    push(function lookUp() {
      end();
      resolve(this.getVisitorId() !== '');
    });
  });

const arrivedStatuses = [200, 301, 302, 304];

interface ScriptLoaderDeps {
  readonly src: string;
  readonly insert: typeof insertScript;
  /** Checked before each request. */
  readonly mayLoad: () => boolean;
  /** The script runs commands. */
  readonly onRunning: () => void;
  /** The script will not run. */
  readonly onFailed: () => void;
}

interface ScriptLoader {
  /** Requests the script, unless it is being requested, has been loaded or has failed. */
  readonly load: () => void;
  /** Ends the retries. A request that is under way cannot be aborted. */
  readonly stop: () => void;
}

function scriptLoader({ src, insert, mayLoad, onRunning, onFailed }: ScriptLoaderDeps): ScriptLoader {
  /** Whether the script is being requested, or not requested any more. */
  let isRequested = false;
  let retries = 0;
  const timer = retryTimer(() => void attempt(), backoff);

  function reportNotRunning(cause?: unknown): void {
    logWarning('GENERAL', `${src} was loaded, but does not run`, cause);
    onFailed();
  }
  function retryOrFail(error: unknown): void {
    if (retries < retriesMax) {
      isRequested = false;
      retries += 1;
      timer.schedule({ untilOnline: true });
      return;
    }
    const message = `${src} could not be loaded`;
    writeToConsole({ level: 'ERROR', category: 'GENERAL', message, cause: error });
    onFailed();
  }
  async function attempt(): Promise<void> {
    if (isRequested || !mayLoad()) return;
    isRequested = true;
    try {
      await insert(src);
    } catch (error) {
      if (error instanceof ScriptError && arrivedStatuses.includes(error.status)) reportNotRunning(error);
      else retryOrFail(error);
      return;
    }
    if ((await waitForGlobal()) && (await runsCommands())) onRunning();
    else reportNotRunning();
  }

  return {
    load: () => void attempt(),
    stop() {
      retries = 0;
      timer.reset();
    },
  };
}

/** Sends page views and events to the running script. */
function scriptCommands(identity: Identity) {
  let previous = document.referrer;
  return {
    identify: (): void => {
      push('setVisitorId', identity.visitorId);
      if (identity.userId === undefined) push('resetUserId');
      else push('setUserId', identity.userId);
    },
    send: (tracked: Tracked): void => {
      const isNewVisit = identity.takeNewVisit();
      if (isNewVisit) push('appendToTrackingUrl', 'new_visit=1');
      if ('url' in tracked) {
        push('setCustomUrl', plainUrl(tracked.url) ?? '');
        push('setReferrerUrl', plainUrl(previous) ?? '');
        push('setDocumentTitle', tracked.title);
        push('trackPageView');
        previous = tracked.url;
      } else {
        const { category, action, subject } = tracked;
        push('trackEvent', category, action, formatSubject(subject));
      }
      if (isNewVisit) push('appendToTrackingUrl', '');
    },
  };
}

/** @param url without a trailing slash */
export function startMatomo(
  url: string,
  identity: Identity,
  insert: typeof insertScript = insertScript,
): void {
  const needsConsent = new URL(url, location.href).origin !== location.origin;
  const mayCount = (): boolean => !needsConsent || identity.hasConsent;
  const { identify, send } = scriptCommands(identity);
  /**
   * Tracked while the script is loading. The script runs some of the queued commands before all others, `setUserId` among
   * them, so that its own queue could mix up the identities.
   */
  const waiting: Tracked[] = [];
  /** The page that is open, and the one that was counted last. */
  let page: (Tracked & TrackedPageView) | undefined;
  let counted: typeof page;
  let script: 'loading' | 'running' | 'failed' = 'loading';
  let isCounting = false;
  /** Whether the running script has an identity. */
  let isIdentified = false;

  const add = (tracked: Tracked): void => {
    if (script === 'failed' || waiting.length === waitingMax) return;
    if ('url' in tracked) counted = tracked;
    if (script === 'running') send(tracked);
    else waiting.push(tracked);
  };
  const begin = (): void => {
    isIdentified = true;
    push('enableHeartBeatTimer', analyticsHeartbeatMs / 1_000);
    identify();
    for (const tracked of waiting.splice(0)) send(tracked);
  };
  const loader = scriptLoader({
    src: `${url}/matomo.js`,
    insert,
    mayLoad: mayCount,
    onRunning() {
      script = 'running';
      if (isCounting) begin();
    },
    onFailed() {
      script = 'failed';
      waiting.length = 0;
    },
  });
  const startCounting = (): void => {
    configure(url);
    if (script === 'running') begin();
    if (page && page !== counted) add(page);
    loader.load();
  };
  const stopCounting = (): void => {
    // A page that has only waited is counted if the user agrees again.
    if (waiting.some((tracked) => tracked === page)) counted = undefined;
    waiting.length = 0;
    loader.stop();
    if (!isIdentified) return;
    identify();
    push('disableHeartBeatTimer');
  };
  const update = (): void => {
    const wasCounting = isCounting;
    isCounting = mayCount();
    if (isCounting && !wasCounting) startCounting();
    else if (wasCounting && !isCounting) stopCounting();
    else if (isIdentified) identify();
  };

  // Of the events from before, it is not known which ones had consent.
  if (!needsConsent) update();
  setTrackReceiver((tracked) => {
    if ('url' in tracked) page = tracked;
    if (isCounting) add(tracked);
  });
  update();
  identity.subscribe(update);
}
