/** What happened while the connection was lost. */
import { useEffect } from 'react';
import { regionalTag } from '../../platform/i18n/regionalTag.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useConnection, type Missed } from '../../platform/state/connection.ts';

export interface CaughtUpProps {
  readonly onShown: (missed: Missed) => void;
}

export default function CaughtUp({ onShown }: CaughtUpProps) {
  const { t, language } = useTranslation('presence');
  const { missed, hasNewerVersion } = useConnection();
  useEffect(() => {
    if (missed) onShown(missed);
  }, [missed, onShown]);
  if (!missed) return null;
  const locales = [regionalTag(language), 'en'];
  const number = new Intl.NumberFormat(locales);
  const list = new Intl.ListFormat(locales);
  const changes = (['joined', 'left'] as const)
    .filter((change) => missed[change] > 0)
    .map((change) =>
      t(`caughtUp.${change}`, { count: missed[change], number: number.format(missed[change]) }),
    );
  return [
    ...(changes.length > 0 ? [t('caughtUp.changes', { what: list.format(changes) })] : []),
    ...(hasNewerVersion ? [t('caughtUp.venue')] : []),
    ...(changes.length === 0 && !hasNewerVersion ? [t('caughtUp.unchanged')] : []),
  ].join(' ');
}
