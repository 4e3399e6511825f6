/** The age of the presence data while the page is not connected. */
import { useEffect, useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { regionalTag } from '../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useServerTime } from '../../platform/time/serverTime.ts';
import { isLost, useConnection } from '../../platform/state/connection.ts';
import { runAfter } from '../../platform/time/timers.ts';

/** Shorter interruptions are not shown. */
const graceMs = 2_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** "2 minutes ago" while the page is not connected, otherwise undefined. */
export function useStaleAge(): string | undefined {
  const { t } = useTranslation('presence');
  const { language } = useLanguage();
  const connection = useConnection();
  const { since } = connection;
  const isConnectionLost = isLost(connection);
  const [isStale, setIsStale] = useState(false);
  useEffect(
    () => runAfter(isConnectionLost ? graceMs : 0, () => setIsStale(isConnectionLost)),
    [isConnectionLost],
  );
  const age = useServerTime() - since;
  if (!isConnectionLost || !isStale) return undefined;
  if (age < minuteMs) return t('age.moment');
  const format = new Intl.RelativeTimeFormat([regionalTag(language), 'en']);
  return age < hourMs
    ? format.format(-Math.floor(age / minuteMs), 'minute')
    : format.format(-Math.floor(age / hourMs), 'hour');
}
