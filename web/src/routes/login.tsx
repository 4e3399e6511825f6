/** The login page: its piece and its texts are fetched when somebody is sent here, beside the session that it opens. */
import { lazy, Suspense } from 'react';
import { loadLateTexts } from '../platform/i18n/i18n.ts';
import { openSession } from '../platform/session/entrance.ts';
import { WaitingPage } from './waitingPage.tsx';

const LoginView = lazy(async () => {
  const [view] = await Promise.all([import('./loginView.tsx'), loadLateTexts('login'), openSession()]);
  return view;
});

export const LoginPage = () => (
  <Suspense fallback={<WaitingPage />}>
    <LoginView />
  </Suspense>
);
