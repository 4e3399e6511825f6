/** What stands around a page: header, footer, menu; and what follows each navigation. */
import { Outlet, useBlocker, useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useEdgeSwipe } from '../../features/drawer/useEdgeSwipe.ts';
import { Footer } from '../../features/footer/Footer.tsx';
import { Header } from '../../features/header/Header.tsx';
import { lazyOptional } from '../../platform/loading/lazyOptional.tsx';
import { useTranslation } from '../../platform/i18n/useTranslation.ts';
import { useMedia } from '../../platform/media.ts';
import { waitForGuards } from '../../platform/navigation/widgetGuards.ts';
import type { RouteTraits } from '../../platform/navigation/routeNames.ts';
import { useUi } from '../../platform/state/ui.ts';
import { useHasSession } from '../../platform/state/user.ts';
import { pageHosts, type PageContext } from '../../extensions/page.ts';
import { Extensions } from '../../extensions/Extensions.tsx';
import { usePageTitle } from './pageTitle.ts';

const mainId = 'content';

/** The phone's menu, fetched when it is first wanted. */
const MenuDrawer = lazyOptional(() => import('./menuDrawer.tsx'));
/** In the same download as the session. */
const SessionHosts = lazyOptional(() => import('../../extensions/SessionHosts.tsx'));

/** Tells whether the person has put the focus somewhere themselves since they left for another page. */
function useOwnFocus(): () => boolean {
  const router = useRouter();
  const hasActed = useRef(false);
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    const act = () => {
      hasActed.current = true;
    };
    addEventListener('pointerdown', act, options);
    addEventListener('keydown', ({ key }) => key === 'Tab' && act(), options);
    const end = router.subscribe('onBeforeNavigate', () => {
      hasActed.current = false;
      pressed.current = document.activeElement;
    });
    return () => {
      listening.abort();
      end();
    };
  }, [router]);
  return useCallback(() => {
    const { activeElement: focused, body } = document;
    return hasActed.current && focused !== null && focused !== body && focused !== pressed.current;
  }, []);
}

/**
 * After a navigation the focus is where the new page begins, unless the person was faster; the first page leaves it to
 * the browser.
 */
function useFocusFollowsPage(): React.RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const hasOwnFocus = useOwnFocus();
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef<string>(undefined);
  useEffect(() => {
    const first = before.current === undefined;
    before.current = path;
    if (first || path === undefined || hasOwnFocus()) return;
    // A page that has a heading to land on is read from there.
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex="-1"]');
    (heading ?? main.current)?.focus({ preventScroll: true });
  }, [path, hasOwnFocus]);
  return main;
}

function useTraits(): RouteTraits {
  const matches = useMatches();
  // A page that failed is a page of its own, whatever it would have been.
  const failed = matches.some((match) => match.status === 'error' || 'globalNotFound' in match);
  if (failed) return { header: false, footer: false };
  return matches.at(-1)?.staticData ?? {};
}

export function Frame(): React.ReactElement {
  const { t } = useTranslation();
  const main = useFocusFollowsPage();
  const { header = true, footer = true, mandatoryPage = false, area = false } = useTraits();
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  const phone = useMedia('phone');
  const hasSession = useHasSession();
  const page: PageContext = { hasHeader: header, isArea: area };
  const openMenu = useCallback(() => setMenu('open'), []);
  useEdgeSwipe(header && phone && menu !== 'open', openMenu);
  usePageTitle();
  useBlocker({
    shouldBlockFn: waitForGuards,
    enableBeforeUnload: () => useUi.getState().widgetsWithNavigationGuards.length > 0,
  });
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
      {header && <Header solid={mandatoryPage} onOpenMenu={openMenu} />}
      <main ref={main} id={mainId} tabIndex={-1}>
        <Outlet />
      </main>
      {footer && <Footer solid={mandatoryPage} />}
      {header && phone && menu !== 'never' && (
        <Suspense fallback={null}>
          <MenuDrawer open={menu === 'open'} onOpenChange={(open) => setMenu(open ? 'open' : 'closed')} />
        </Suspense>
      )}
      {hasSession && <SessionHosts {...page} />}
      <Extensions of={pageHosts} props={page} />
    </>
  );
}
