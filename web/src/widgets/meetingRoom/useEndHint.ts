import { useMemo } from 'react';
import { regionalTag } from '../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useMeetingPhase } from '../meeting/meetingPhase.ts';
import { useTexts } from './useTexts.ts';

/** How long before its end the hint appears. */
const noticeMs = 5 * 60_000;

/** Says, from five minutes before the end on, that the meeting ends. Nobody has to leave. */
export function useEndHint(end: string | undefined): string | undefined {
  const { t } = useTexts();
  const { language } = useLanguage();
  const untilNotice = useMemo(
    () => (end === undefined ? {} : { end: new Date(Date.parse(end) - noticeMs).toISOString() }),
    [end],
  );
  const untilEnd = useMemo(() => ({ end }), [end]);
  const isSoon = useMeetingPhase(untilNotice).kind === 'over';
  const isOver = useMeetingPhase(untilEnd).kind === 'over';
  if (end === undefined || !isSoon) return undefined;
  if (isOver) return t('hint.over');
  const format = new Intl.DateTimeFormat([regionalTag(language), 'en'], {
    hour: '2-digit',
    minute: '2-digit',
  });
  return t('hint.ends', { time: format.format(Date.parse(end)) });
}
