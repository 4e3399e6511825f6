/** How old the state is that is shown. */
import { useEffect, useState } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { regionalTag } from '../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useServerTime } from '../../platform/time/serverTime.ts';
import { useConnection } from '../../platform/state/connection.ts';
import { runAfter } from '../../platform/time/timers.ts';

/** A connection that is back sooner is worth no words. */
const blinkMs = 2_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** "2 minutes ago" while there is no connection; undefined while what is shown is true now. */
export function useAge(): string | undefined {
  const { t } = useTranslation('presence');
  const { language } = useLanguage();
  const { status, since } = useConnection();
  const isLost = status === 'reconnecting';
  const [isOld, setIsOld] = useState(false);
  useEffect(() => runAfter(isLost ? blinkMs : 0, () => setIsOld(isLost)), [isLost]);
  const age = useServerTime() - since;
  if (!isLost || !isOld) return undefined;
  if (age < minuteMs) return t('age.moment');
  const format = new Intl.RelativeTimeFormat([regionalTag(language), 'en']);
  return age < hourMs
    ? format.format(-Math.floor(age / minuteMs), 'minute')
    : format.format(-Math.floor(age / hourMs), 'hour');
}
