import { importWithRetry } from '../loading/importWithRetry.ts';
import { retryUntilLoaded } from '../loading/retryUntilLoaded.ts';
import { logError } from '../log.ts';

const importReports = () => import('./consentReports.ts');

type Reports = Awaited<ReturnType<typeof importReports>>;

/** Runs this with the code that reports decisions, once it could be downloaded. */
export function withConsentReports(run: (reports: Reports) => Promise<void>): void {
  retryUntilLoaded(
    () => importWithRetry(importReports),
    (reports) => {
      run(reports).catch((error: unknown) =>
        logError('GENERAL', 'privacy decisions could not be reported', error),
      );
    },
  );
}
