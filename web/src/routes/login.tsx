/** The login page: its piece is fetched when somebody is sent here, and what comes after a sign-in while they type. */
import { lazy, Suspense, useEffect } from 'react';
import { awaitOtherTabs, openSession } from '../platform/session/entrance.ts';
import { whenIdle } from '../platform/whenIdle.ts';
import { preloadVenueReader } from '../platform/venue/loadVenue.ts';
import { preloadAreaView } from './area.tsx';
import { WaitingPage } from './waitingPage.tsx';

const LoginView = lazy(() => import('./loginView.tsx'));

/** Whoever touches the page is about to be somebody, and then wants to be inside. */
const signsOfLife = ['pointerdown', 'keydown'] as const;

function prepare(): void {
  // A failure shows when somebody signs in; here it is only early.
  openSession().catch(() => undefined);
  whenIdle(() => {
    preloadVenueReader();
    preloadAreaView();
  });
}

export function LoginPage() {
  useEffect(awaitOtherTabs, []);
  useEffect(() => {
    const listening = new AbortController();
    const once = () => {
      listening.abort();
      prepare();
    };
    for (const sign of signsOfLife) addEventListener(sign, once, { signal: listening.signal });
    return () => listening.abort();
  }, []);
  return (
    <Suspense fallback={<WaitingPage />}>
      <LoginView />
    </Suspense>
  );
}
