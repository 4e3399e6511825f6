import { getLoginOptions, isLoginEnabled } from '@foyer/contract';
import { call } from '../../../platform/api/client.ts';
import { writeErrorToConsole } from '../../../platform/log.ts';
import { useUi } from '../../../platform/state/ui.ts';
import { toPageError } from '../../../platform/venue/loadVenue.ts';
import type { PageError } from '../../../platform/venue/pageError.ts';

/** Loads the login options into the state. Returns the error instead of throwing it: the app is rendered either way. */
export async function loadLoginOptions(): Promise<PageError | undefined> {
  try {
    const loginConfigurations = await call(getLoginOptions, {
      report: 'console',
      retry: false,
      withoutToken: true,
    });
    useUi.setState({ loginConfigurations, loginEnabled: isLoginEnabled(loginConfigurations) });
    return undefined;
  } catch (error) {
    writeErrorToConsole('UI_CONFIG', 'login options could not be loaded', error);
    return toPageError(error);
  }
}
