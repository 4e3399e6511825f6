/**
 * Frontend log. Messages of logged-in users of a venue with a login are sent to the server, all others are written to the
 * console (ERROR-07). So are those that cannot be sent.
 */
import { isAbort } from './api/abort.ts';
import { importWithRetry } from './loading/importWithRetry.ts';
import type { LogCategory, LogEntry } from './logEntry.ts';
import { useUi } from './state/ui.ts';
import { useUser } from './state/user.ts';

export function writeToConsole({ level, category, message, cause }: LogEntry): void {
  const parts = cause === undefined ? [] : [cause];
  console[level === 'ERROR' ? 'error' : 'warn'](`[${category}] ${message}`, ...parts);
}

/** For failures of the configuration, the venue and the redirect to it, which are not sent to the server (ERROR-09). */
export const writeErrorToConsole = (category: LogCategory, message: string, cause?: unknown): void =>
  writeToConsole({ level: 'ERROR', category, message, cause });

const importSender = () => import('./logSender.ts');

function log(entry: LogEntry): void {
  // The page itself has ended what failed.
  if (isAbort(entry.cause)) return;
  const { isLoggedIn, authToken } = useUser.getState();
  if (!useUi.getState().loginEnabled || !isLoggedIn || authToken === null) writeToConsole(entry);
  else
    importWithRetry(importSender)
      .then(({ sendEntry }) => sendEntry(entry, authToken))
      .catch(() => writeToConsole(entry));
}

export const logError = (category: LogCategory, message: string, cause?: unknown): void =>
  log({ level: 'ERROR', category, message, cause });

export const logWarning = (category: LogCategory, message: string, cause?: unknown): void =>
  log({ level: 'WARN', category, message, cause });
