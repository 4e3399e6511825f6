/** The frame around each page: header, footer, menu, and the focus after a navigation. */
import { Outlet, useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MenuDrawerProps } from '../../features/drawer/MenuDrawer.tsx';
import { Footer } from '../../features/footer/Footer.tsx';
import { Header } from '../../features/header/Header.tsx';
import { trackPageView } from '../../platform/analytics/track.ts';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { NotDownloaded } from '../../platform/loading/NotDownloaded.tsx';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useMedia } from '../../platform/media.ts';
import type { RouteTraits } from '../../platform/navigation/routeNames.ts';
import { useHasSession } from '../../platform/state/user.ts';
import { pageHosts, type PageContext } from '../../extensions/page.ts';
import { Extensions } from '../../extensions/Extensions.tsx';
import { usePageTitle } from './pageTitle.ts';

const mainId = 'content';

function FrameMenuFailed({ open, onOpenChange }: Omit<MenuDrawerProps, 'children'>) {
  return open && <NotDownloaded close={() => onOpenChange(false)} />;
}

/** The menu on phones, downloaded on first use. */
const FrameMenu = lazyOptional(() => import('./FrameMenu.tsx'), [], FrameMenuFailed);
const EdgeSwipe = lazyOptional(() => import('../../features/drawer/EdgeSwipe.ts'));
/** Part of the same chunk as the session. */
const SessionHosts = lazyOptional(() => import('../../extensions/SessionHosts.tsx'));

/** Returns a function that says whether the user has moved the focus since the last navigation began. */
function useOwnFocus(): () => boolean {
  const router = useRouter();
  const hasInput = useRef(false);
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    const onInput = () => {
      hasInput.current = true;
    };
    addEventListener('pointerdown', onInput, options);
    addEventListener('keydown', ({ key }) => key === 'Tab' && onInput(), options);
    const end = router.subscribe('onBeforeNavigate', () => {
      hasInput.current = false;
      pressed.current = document.activeElement;
    });
    return () => {
      controller.abort();
      end();
    };
  }, [router]);
  return useCallback(() => {
    const { activeElement: focused, body } = document;
    return hasInput.current && focused !== null && focused !== body && focused !== pressed.current;
  }, []);
}

/** Moves the focus to the new page after a navigation, unless the user has moved it. The first page leaves it unchanged. */
function useFocusFollowsPage(): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const hasOwnFocus = useOwnFocus();
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef<string>(undefined);
  useEffect(() => {
    const first = before.current === undefined;
    before.current = path;
    if (first || path === undefined || hasOwnFocus()) return;
    // A focusable heading comes first, so that screen readers start there.
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex="-1"]');
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, [path, hasOwnFocus]);
  return main;
}

/** Counts the first page, and each page with another path (TRACK-01). */
function usePageViews(title: string): void {
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const count = useEffectEvent(() => trackPageView(location.href, title));
  useEffect(() => {
    // An area sets its name, and so the title, in an effect too.
    if (path !== undefined) queueMicrotask(count);
  }, [path]);
}

function useTraits(): RouteTraits {
  const matches = useMatches();
  // A failed page has no frame, whatever its route says.
  const failed = matches.some((match) => match.status === 'error' || 'globalNotFound' in match);
  if (failed) return { header: false, footer: false };
  return matches.at(-1)?.staticData ?? {};
}

export function Frame(): React.ReactElement {
  const { t } = useTranslation();
  const main = useFocusFollowsPage();
  const {
    header = true,
    footer = true,
    meeting = false,
    mandatoryPage = false,
    solid = mandatoryPage,
  } = useTraits();
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  const phone = useMedia('phone');
  const hasSession = useHasSession();
  const page: PageContext = { hasHeader: header, isMeeting: meeting };
  const openMenu = useCallback(() => setMenu('open'), []);
  usePageViews(usePageTitle());
  return (
    <>
      <a
        href={`#${mainId}`}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
        className="island sr-only z-50 rounded-full px-5 py-3 focus:not-sr-only focus:fixed focus:start-4 focus:top-4"
      >
        {t('skipToContent')}
      </a>
      {header && <Header solid={solid} onOpenMenu={openMenu} />}
      <main ref={main} id={mainId} tabIndex={-1}>
        <Outlet />
      </main>
      {footer && <Footer solid={solid} />}
      {header && phone && menu !== 'open' && <EdgeSwipe open={openMenu} />}
      {header && phone && menu !== 'never' && (
        <FrameMenu open={menu === 'open'} onOpenChange={(open) => setMenu(open ? 'open' : 'closed')} />
      )}
      {hasSession && <SessionHosts {...page} />}
      <Extensions of={pageHosts} props={page} />
    </>
  );
}
