import checkIcon from '@phosphor-icons/core/fill/check-circle-fill.svg?raw';
import cloudSlash from '@phosphor-icons/core/regular/cloud-slash.svg?raw';
import { connectionsPerUserMax } from '@foyer/contract/limits';
import { useRef } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { Icon } from '../../platform/icons/Icon.tsx';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { dateTimeFormat } from '../../platform/i18n/dateTimeFormat.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useCoversPicture } from '../../platform/pictureCover.ts';
import { useVenue } from '../../platform/state/venue.ts';
import { Button } from '../../ui/Button.tsx';
import {
  useConnectionBanner,
  type ConnectionBanner,
  type ConnectionBannerState,
} from '../../platform/useConnectionBanner.ts';

const CaughtUp = lazyOptional(() => import('./CaughtUp.tsx'), ['presence']);

type BannerProps = ConnectionBanner & Pick<ConnectionBannerState, 'onCaughtUp'>;

function Banner({ kind, since, reconnect, onCaughtUp }: BannerProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const banner = useRef<HTMLParagraphElement>(null);
  useCoversPicture(banner);
  const time = dateTimeFormat(language, { timeStyle: 'short' });
  const isBack = kind === 'back';
  const isInArea = useVenue(({ currentAreaId }) => currentAreaId !== null);
  return (
    <p
      ref={banner}
      className="dialog-surface fade-in pointer-events-auto flex items-center gap-x-3 gap-y-1.5 rounded-tile px-4 py-2.5 text-caption max-[480px]:flex-wrap"
    >
      <Icon
        svg={isBack ? checkIcon : cloudSlash}
        size={18}
        className={isBack ? 'text-available' : 'text-warning'}
      />
      <span className="min-w-0 max-[480px]:flex-1 max-[480px]:basis-52">
        {t(`offline.${kind === 'offline' && !isInArea ? 'outsideArea' : kind}`, {
          time: time.format(since),
          limit: connectionsPerUserMax,
        })}{' '}
        {isBack && <CaughtUp onShown={onCaughtUp} />}
      </span>
      {reconnect && (
        <Button kind="quiet" size="small" className="ms-auto shrink-0" onClick={reconnect}>
          {t('offline.useThisTab')}
        </Button>
      )}
    </p>
  );
}

/** A banner and not a dialog: the rest of the page stays usable. */
export function OfflineBanner() {
  const { banner, onCaughtUp } = useConnectionBanner();
  return <div role="status">{banner && <Banner {...banner} onCaughtUp={onCaughtUp} />}</div>;
}
