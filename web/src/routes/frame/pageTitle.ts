import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useUi } from '../../platform/state/ui.ts';
import { useUnreadCount } from '../../platform/state/unreadCount.ts';
import { useAreaName, useVenueTitle } from '../../platform/venue/venueNames.ts';

const defaultFavicon = '/favicon.svg';

/** The name of the current page, '' if it has none. */
function usePageName(): string {
  const { t } = useTranslation();
  const area = useAreaName();
  const { title, area: isArea } = useMatches().at(-1)?.staticData ?? {};
  if (isArea) return area;
  return title ? t(title) : '';
}

/**
 * Sets the title and the icon of the tab (GUARD-08, AREA-10): page, event, and unread count.
 * @returns the title without the unread count
 */
export function usePageTitle(): string {
  const { t } = useTranslation();
  const tabTitle = useUi((state) => state.uiConfig?.tabTitle);
  const favicon = useUi((state) => state.uiConfig?.favicon);
  const venue = useVenueTitle();
  const name = usePageName();
  const whole = tabTitle ?? venue;
  const unread = useUnreadCount();
  const title = name ? t('tabTitle.page', { page: name, venue: whole }) : whole;
  useEffect(() => {
    document.title = unread > 0 ? `(${unread > 99 ? '99+' : unread}) ${title}` : title;
  }, [title, unread]);
  // The page of the next user does not begin with what this one has read and where they were.
  useEffect(
    () => () => {
      document.title = whole;
    },
    [whole],
  );
  useEffect(() => {
    document.querySelector('link[rel="icon"]')?.setAttribute('href', favicon ?? defaultFavicon);
  }, [favicon]);
  return title;
}
