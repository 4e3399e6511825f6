/** Starts the app: language and configuration at the same time, then the page, then the poll. */
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { applyConfiguredLanguages, startI18n, translate } from './platform/i18n/i18n.ts';
import { logError } from './platform/log.ts';
import { routeNames } from './platform/navigation/routeNames.ts';
import { startServerTime } from './platform/time/serverTime.ts';
import { loadLoginOptions } from './platform/session/loginOptions.ts';
import { signInGuestLater, restoreSession } from './platform/session/sessionLoader.ts';
import { showSnackbar } from './platform/snackbars.ts';
import { useUi } from './platform/state/ui.ts';
import { useVenue } from './platform/state/venue.ts';
import { applyTheme } from './platform/theme/applyTheme.ts';
import { loadUiConfig } from './platform/venue/uiConfig.ts';
import { PageError } from './platform/venue/pageError.ts';
import { router } from './routes/router.tsx';
import { startVersionPolling } from './routes/polling.ts';
import { sessionNavigation } from './routes/sessionNavigation.ts';
import { startTouchFeedback } from './ui/touchFeedback.ts';
import './styles/app.css';

/** True once the routes run; before, whoever comes or goes leads nowhere. */
let mounted = false;
const leads = sessionNavigation({
  isAtLogin: () => mounted && router.state.location.pathname === routeNames.login,
  traits: () => router.state.matches.at(-1)?.staticData ?? {},
  continueFromLogin: () => {
    const { loginStep } = router.state.location.state;
    // Its first entry leads on, so that no Back from the venue finds a form.
    if (loginStep) router.history.go(-loginStep.depth);
    else void router.invalidate();
  },
  rerunGuards: async () => {
    if (mounted) await router.invalidate();
  },
});

/** All that the guards must know: the configuration, the ways in, and who was logged in here before (GUARD-06). */
async function configure(): Promise<PageError | undefined> {
  const found = await Promise.all([loadUiConfig(), loadLoginOptions(), restoreSession(leads)]);
  const { uiConfig, loginEnabled } = useUi.getState();
  applyTheme(uiConfig?.venue?.style ?? {});
  await applyConfiguredLanguages();
  const fault = found.find((each) => each !== undefined);
  if (!fault && !loginEnabled) signInGuestLater();
  return fault;
}

/** The page wears the colours of the venue that is open, and its own while none is. */
function followTheme(): void {
  useVenue.subscribe(({ architecture }, before) => {
    if (architecture?.style === before.architecture?.style) return;
    applyTheme(architecture?.style ?? useUi.getState().uiConfig?.venue?.style ?? {});
  });
}

/** A venue without languages works in the default one, and whoever runs it is told (LANG-03). */
function reportMissingLanguages(): void {
  if (useUi.getState().uiConfig?.i18n.supportedLocales.length !== 0) return;
  logError('LANGUAGE', 'the configuration names no language');
  showSnackbar(translate('shell')('language.noneConfigured'), { tone: 'warning', timeout: 0 });
}

/** What a boundary caught goes to the console once; a page fault was told there where it was found. */
function tellCaughtError(error: unknown): void {
  if (!(error instanceof PageError)) logError('GENERAL', 'a page failed', error);
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  startServerTime();
  // Only fingers make ripples (SHELL-04): elsewhere it need not listen.
  if (matchMedia('(any-pointer: coarse)').matches) startTouchFeedback();
  followTheme();
  const [fault] = await Promise.all([configure(), startI18n()]);
  mounted = true;
  createRoot(root, { onCaughtError: tellCaughtError }).render(<App fault={fault} reload={configure} />);
  reportMissingLanguages();
  startVersionPolling({
    leave: () => router.navigate({ to: '/', replace: true, state: { cameFrom: router.state.location.href } }),
    rerunGuards: () => router.invalidate(),
  });
}

void start();
