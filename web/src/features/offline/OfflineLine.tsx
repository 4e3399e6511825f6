import wifiSlash from '@phosphor-icons/core/regular/wifi-slash.svg?raw';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../platform/icons/Icon.tsx';
import { regionalTag } from '../../platform/i18n/regionalTag.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';

/** Since when the browser has no network; undefined while it has. */
function useOfflineSince(): Date | undefined {
  const [since, setSince] = useState(() => (navigator.onLine ? undefined : new Date()));
  useEffect(() => {
    const gone = () => setSince(new Date());
    const back = () => setSince(undefined);
    window.addEventListener('offline', gone);
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('offline', gone);
      window.removeEventListener('online', back);
    };
  }, []);
  return since;
}

/** A line, never a dialog: what is here stays usable. */
export function OfflineLine() {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const since = useOfflineSince();
  if (!since) return null;
  const time = new Intl.DateTimeFormat([regionalTag(language), 'en'], {
    hour: '2-digit',
    minute: '2-digit',
  }).format(since);
  return (
    <p
      role="status"
      className="dialog-surface fixed inset-x-4 top-[calc(var(--header-height)+12px)] z-30 mx-auto flex w-fit max-w-[calc(100%-2rem)] items-center gap-3 rounded-tile px-4 py-2.5 text-caption"
    >
      <Icon svg={wifiSlash} size={18} className="text-warning" />
      {t('offline.line', { time })}
    </p>
  );
}
