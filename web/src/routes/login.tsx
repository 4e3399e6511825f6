/** The login page: its piece is fetched when somebody is sent here, beside the session that it opens. */
import { lazy, Suspense } from 'react';
import { openSession } from '../platform/session/entrance.ts';
import { WaitingPage } from './waitingPage.tsx';

const LoginView = lazy(async () => {
  const [view] = await Promise.all([import('./loginView.tsx'), openSession()]);
  return view;
});

export const LoginPage = () => (
  <Suspense fallback={<WaitingPage />}>
    <LoginView />
  </Suspense>
);
