/** Starts the app: language and configuration in parallel, then the page, then version polling. */
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { loadTrackerLater } from './platform/analytics/loadTracker.ts';
import { watchReachability } from './platform/api/reachability.ts';
import { applyConfiguredLanguages, startI18n, translate } from './platform/i18n/i18n.ts';
import { watchStyles } from './platform/loading/importWithRetry.ts';
import { logError } from './platform/log.ts';
import { routeNames } from './platform/navigation/routeNames.ts';
import { startServerTime } from './platform/time/serverTime.ts';
import {
  loadLoginOptions,
  restoreSession,
  signInGuestLater,
  type SessionNavigator,
} from './features/session/index.ts';
import { createSnackbars } from './platform/snackbars.ts';
import { useUi } from './platform/state/ui.ts';
import { followVenue } from './platform/state/venue.ts';
import { applyTheme } from './platform/theme/applyTheme.ts';
import { loadUiConfig } from './platform/venue/uiConfig.ts';
import { PageError } from './platform/venue/pageError.ts';
import { createPolling } from './platform/venue/versionPolling.ts';
import { currentVisit, eachVisit } from './platform/visit/currentVisit.ts';
import { showSavedLinkResult } from './routes/login/savedLinkResult.ts';
import { router } from './routes/router.tsx';
import './styles/app.css';

/** Whether the router is running; before that, logins and logouts do not navigate. */
let mounted = false;
const navigator: SessionNavigator = {
  isAtLogin: () => mounted && router.state.location.pathname === routeNames.login,
  traits: () => router.state.matches.at(-1)?.staticData ?? {},
  continueFromLogin: () => {
    const { loginStep } = router.state.location.state;
    // Its first history entry redirects, so that Back from the venue does not lead to the login form.
    if (loginStep) router.history.go(-loginStep.depth);
    else void router.invalidate();
  },
};

/** Chooses the configured language. Returns the page error if its texts cannot be downloaded. */
async function loadLanguage(): Promise<PageError | undefined> {
  try {
    await applyConfiguredLanguages();
    return undefined;
  } catch (error) {
    logError('LANGUAGE', 'texts could not be downloaded', error);
    return new PageError('notReachable', String(error), undefined, error);
  }
}

/** Loads what the guards need: configuration, login options and the session of this browser (GUARD-06). */
async function configure(): Promise<PageError | undefined> {
  const errors = await Promise.all([loadUiConfig(), loadLoginOptions(), restoreSession(navigator)]);
  const { uiConfig, loginEnabled } = useUi.getState();
  applyTheme(uiConfig?.venue?.style ?? {});
  const languageError = await loadLanguage();
  const firstError = errors.find((error) => error !== undefined) ?? languageError;
  if (!firstError && !loginEnabled) signInGuestLater();
  return firstError;
}

/** Applies the theme of the open venue, or the configured one while no venue is open. */
function followTheme(): void {
  followVenue(({ architecture }, before) => {
    if (architecture?.style === before.architecture?.style) return;
    applyTheme(architecture?.style ?? useUi.getState().uiConfig?.venue?.style ?? {});
  });
}

/** Reports a configuration without languages; the default language is used (LANG-03). */
function reportMissingLanguages(): void {
  if (useUi.getState().uiConfig?.i18n.supportedLocales.length !== 0) return;
  logError('LANGUAGE', 'configuration has no languages');
  currentVisit()
    .get(createSnackbars)
    .show(translate('shell')('language.noneConfigured'), { tone: 'warning', timeout: 0 });
}

/** Logs errors that an error boundary has caught. Page errors have been logged already. */
function logCaughtError(error: unknown): void {
  if (!(error instanceof PageError)) logError('GENERAL', 'page failed', error);
}

async function loadTouchFeedback(): Promise<void> {
  const loaded = await import('./ui/touchFeedback.ts').catch(() => undefined);
  loaded?.startTouchFeedback();
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root element.');
  startServerTime();
  watchReachability();
  watchStyles();
  // Touch feedback is needed on touch screens only (SHELL-04). The first touch downloads it, and has none itself.
  if (matchMedia('(any-pointer: coarse)').matches)
    addEventListener('pointerdown', () => void loadTouchFeedback(), { once: true });
  followTheme();
  const [error] = await Promise.all([configure(), startI18n()]);
  mounted = true;
  if (!error) showSavedLinkResult();
  createRoot(root, { onCaughtError: logCaughtError }).render(<App error={error} reload={configure} />);
  reportMissingLanguages();
  eachVisit((visit) =>
    visit.get(createPolling).start({
      leave: () =>
        router.navigate({ to: '/', replace: true, state: { cameFrom: router.state.location.href } }),
      rerunGuards: () => router.invalidate(),
    }),
  );
  loadTrackerLater();
}

void start();
