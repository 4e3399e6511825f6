/** What the links of mails lead to, fetched with its texts when somebody follows one. */
import { lazy, Suspense } from 'react';
import { loadLateTexts } from '../platform/i18n/i18n.ts';
import { ensureVersion } from '../platform/venue/loadVenue.ts';
import { WaitingPage } from './waitingPage.tsx';

const AccountLinkView = lazy(async () => {
  // Wanted at the end, and fetched by the page's head already.
  void ensureVersion().catch(() => undefined);
  const [view] = await Promise.all([import('./accountLinkView.tsx'), loadLateTexts('login')]);
  return view;
});

export const AccountLinkPage = () => (
  <Suspense fallback={<WaitingPage />}>
    <AccountLinkView />
  </Suspense>
);
