/** Starts the app: language and configuration at the same time, then the page, then the poll. */
import { isLoginEnabled, type LoginConfiguration } from '@foyer/contract';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { applyConfiguredLanguages, i18n, startI18n } from './platform/i18n/i18n.ts';
import { logError } from './platform/log.ts';
import { startServerTime } from './platform/serverTime.ts';
import { showSnackbar } from './platform/snackbars.ts';
import { useUi } from './platform/state/ui.ts';
import { useVenue } from './platform/state/venue.ts';
import { applyTheme } from './platform/theme/applyTheme.ts';
import { loadUiConfig } from './platform/venue/uiConfig.ts';
import { PageFault } from './platform/venue/pageFault.ts';
import { router } from './routes/router.tsx';
import { startVersionPolling } from './routes/polling.ts';
import { startTouchFeedback } from './ui/touchFeedback.ts';
import './styles/app.css';

/** The only way in until accounts exist: nobody has to sign in. */
const loginConfigurations: readonly LoginConfiguration[] = [{ loginProvider: 'ANONYMOUS', idpProvider: [] }];

async function configure(): Promise<PageFault | undefined> {
  const fault = await loadUiConfig();
  useUi.setState({ loginConfigurations, loginEnabled: isLoginEnabled(loginConfigurations) });
  const { uiConfig } = useUi.getState();
  applyTheme(uiConfig?.venue?.style ?? {});
  await applyConfiguredLanguages();
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
  showSnackbar(i18n.t('language.noneConfigured'), { tone: 'warning', timeout: 0 });
}

/** What a boundary caught goes to the console once; a page fault was told there where it was found. */
function tellCaughtError(error: unknown): void {
  if (!(error instanceof PageFault)) logError('GENERAL', 'a page failed', error);
}

async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no #root');
  startServerTime();
  startTouchFeedback();
  followTheme();
  const [fault] = await Promise.all([configure(), startI18n()]);
  createRoot(root, { onCaughtError: tellCaughtError }).render(<App fault={fault} reload={configure} />);
  reportMissingLanguages();
  startVersionPolling({
    leave: () => router.navigate({ to: '/', replace: true, state: { cameFrom: router.state.location.href } }),
    reconsider: () => router.invalidate(),
  });
}

void start();
