/** Downloads the forms for registrations and tickets when one of them is needed: most visitors log in with a password. */
import { useEffect, useEffectEvent, useState } from 'react';
import { importWithRetry } from '../../../platform/loading/importWithRetry.ts';
import { retryUntilLoaded } from '../../../platform/loading/retryUntilLoaded.ts';
import type { LoginType } from '../loginOptions.ts';

/** Whether the form of a login option is one of these. */
export const needsOtherForms = (type: LoginType): boolean =>
  type === 'CVENT_LOGIN' || type === 'BIZZABO_LOGIN';

const importForms = () => import('./otherForms.ts');
const download = () => importWithRetry(importForms);
export type OtherForms = Awaited<ReturnType<typeof download>>;

/** Failures are reported when a form is needed. */
export const preloadOtherForms = (): void => void download().catch(() => undefined);

/**
 * The forms; undefined until they are needed and downloaded. A failed download is repeated with increasing delays.
 * @param report called with true if a download fails, and with false when it has succeeded after that
 */
export function useOtherForms(
  isNeeded: boolean,
  report: (hasFailed: boolean) => void,
): OtherForms | undefined {
  const [forms, setForms] = useState<OtherForms>();
  const onResult = useEffectEvent(report);
  const isMissing = isNeeded && forms === undefined;
  useEffect(() => {
    if (!isMissing) return undefined;
    let hasFailed = false;
    return retryUntilLoaded(
      download,
      (loaded) => {
        setForms(loaded);
        if (hasFailed) onResult(false);
      },
      () => {
        hasFailed = true;
        onResult(true);
      },
    );
  }, [isMissing]);
  return forms;
}
