/** What happened while the line was lost, once that is known. */
import { useEffect } from 'react';
import { regionalTag } from '../../platform/i18n/regionalTag.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useConnection, type Missed } from '../../platform/state/connection.ts';

export interface CaughtUpProps {
  readonly onTold: (what: Missed) => void;
}

export default function CaughtUp({ onTold }: CaughtUpProps) {
  const { t, language } = useTranslation('presence');
  const { missed, hasNewerVersion } = useConnection();
  useEffect(() => {
    if (missed) onTold(missed);
  }, [missed, onTold]);
  if (!missed) return null;
  const locales = [regionalTag(language), 'en'];
  const number = new Intl.NumberFormat(locales);
  const list = new Intl.ListFormat(locales);
  const told = (['joined', 'left'] as const)
    .filter((which) => missed[which] > 0)
    .map((which) => t(`caughtUp.${which}`, { count: missed[which], number: number.format(missed[which]) }));
  return [
    ...(told.length > 0 ? [t('caughtUp.meanwhile', { what: list.format(told) })] : []),
    ...(hasNewerVersion ? [t('caughtUp.venue')] : []),
    ...(told.length === 0 && !hasNewerVersion ? [t('caughtUp.same')] : []),
  ].join(' ');
}
