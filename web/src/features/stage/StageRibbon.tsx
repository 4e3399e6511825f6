import eyeIcon from '@phosphor-icons/core/regular/eye.svg?raw';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { useUi } from '../../platform/state/ui.ts';
import { useVenue } from '../../platform/state/venue.ts';

/** Shown on every page in stage mode, so that a draft is not mistaken for the live venue. */
export default function StageRibbon() {
  const { t } = useTranslation();
  const version = useVenue((state) => state.venueVersion?.version);
  const latestVersion = useUi((state) => state.venueVersion?.version);
  return (
    <aside
      aria-label={t('stage.explain')}
      title={t('stage.explain')}
      className="pointer-events-auto fixed start-1/2 top-0 z-30 flex -translate-x-1/2 items-center gap-2 rounded-b-tile border border-t-0 border-line bg-warning px-4 py-1 text-caption font-strong text-ground rtl:translate-x-1/2 max-tablet:inset-x-0 max-tablet:h-7 max-tablet:translate-x-0 max-tablet:justify-center max-tablet:rounded-none max-tablet:border-x-0 rtl:max-tablet:translate-x-0"
    >
      <Icon svg={eyeIcon} size={16} />
      {t('stage.ribbon', { version: version ?? latestVersion ?? '–' })}
    </aside>
  );
}
