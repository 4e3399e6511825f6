/** The header: venue, current area and time, presence, language and account menu. */
import list from '@phosphor-icons/core/regular/list.svg?raw';
import { headerHeightProminent } from '@foyer/contract/limits';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { dateTimeFormat } from '../../platform/i18n/dateTimeFormat.ts';
import { useLanguage } from '../../platform/i18n/useLanguage.ts';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useMedia } from '../../platform/media.ts';
import { routeNames } from '../../platform/navigation/routeNames.ts';
import { useLoginOffered } from '../session/index.ts';
import { useServerTime } from '../../platform/time/serverTime.ts';
import { useRibbonHeight } from '../../platform/state/ribbonHeight.ts';
import { useUi } from '../../platform/state/ui.ts';
import { useHasSession } from '../../platform/state/user.ts';
import { useAreaName, useVenueTitle } from '../../platform/venue/venueNames.ts';
import { usePresence } from '../presence/index.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { VenueMark } from '../../ui/VenueMark.tsx';
import { LoginButton } from './LoginButton.tsx';
import { headerHeightFor } from './headerHeight.ts';
import { LanguageSelector } from '../../ui/LanguageSelector.tsx';

/** Downloaded with the session. */
const HeaderExtensions = lazyOptional(() => import('../../extensions/HeaderExtensions.tsx'));

export interface HeaderProps {
  /** For pages whose text scrolls behind the header, such as the imprint. Elsewhere its texts are on islands. */
  readonly solid: boolean;
  readonly onOpenMenu: () => void;
}

/**
 * Publishes the height of the header to CSS and state, for the layout of everything below.
 * @returns the height without the ribbon, in pixels
 */
function useHeaderHeight(): number {
  const presenceReady = usePresence((state) => state.ready);
  const mobile = useMedia('phone');
  const ribbonHeight = useRibbonHeight(({ px }) => px);
  const ownHeight = headerHeightFor({ presenceReady, mobile });
  useEffect(() => {
    const headerHeight = ownHeight + ribbonHeight;
    useUi.setState({ headerHeight });
    document.documentElement.style.setProperty('--header-height', `${headerHeight}px`);
  }, [ownHeight, ribbonHeight]);
  return ownHeight;
}

/** Weekday and time by the server's clock, in the user's time zone and locale. */
function useDayAndTime(): string {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const now = useServerTime();
  const format = (options: Intl.DateTimeFormatOptions) => dateTimeFormat(language, options).format(now);
  return t('header.day', {
    weekday: format({ weekday: 'long' }),
    time: format({ hour: 'numeric', minute: '2-digit' }),
  });
}

function HomeLink({ withName }: { readonly withName: boolean }) {
  const { t } = useTranslation();
  const event = useVenueTitle();
  return (
    <Link
      to={routeNames.FallbackToDefaultArea}
      aria-label={t('header.home', { event })}
      className="focus-contrast flex min-h-11 min-w-0 items-center rounded-field text-section"
    >
      <VenueMark withName={withName} />
    </Link>
  );
}

function AreaHeading() {
  const area = useAreaName();
  const day = useDayAndTime();
  if (!area) return null;
  return (
    <>
      <span aria-hidden="true" className="h-8 w-px shrink-0 bg-ink/30 in-data-prominent:h-12" />
      <div className="min-w-0">
        <p className="title-font truncate text-section in-data-prominent:text-panel">{area}</p>
        <p className="hidden text-caption text-ink-2 tablet:block">{day}</p>
      </div>
    </>
  );
}

export function Header({ solid, onOpenMenu }: HeaderProps) {
  const isProminent = useHeaderHeight() === headerHeightProminent;
  const { t } = useTranslation();
  const mobile = useMedia('phone');
  const hasSession = useHasSession();
  const canLogIn = useLoginOffered();
  return (
    <header
      data-solid={solid || undefined}
      data-prominent={isProminent || undefined}
      className={`fixed inset-x-0 top-0 z-20 flex h-(--header-height) pt-(--ribbon-height,0px) items-center justify-between gap-4 px-(--edge) ${solid ? 'border-b border-line bg-solid' : ''}`}
    >
      <div
        className={`flex min-w-0 items-center gap-2 tablet:gap-4 ${solid ? '' : 'island rounded-full px-3 tablet:px-5 in-data-prominent:py-1'}`}
      >
        <HomeLink withName={!mobile} />
        <AreaHeading />
      </div>
      <div className="flex shrink-0 items-center gap-3">
        {hasSession && <HeaderExtensions place="start" />}
        {mobile ? (
          <IconButton
            svg={list}
            data-opens="profile"
            label={t('header.openMenu')}
            onClick={onOpenMenu}
            size={22}
            className="island"
          />
        ) : (
          <>
            <LanguageSelector />
            {hasSession && <HeaderExtensions place="end" />}
            {canLogIn && <LoginButton />}
          </>
        )}
      </div>
    </header>
  );
}
