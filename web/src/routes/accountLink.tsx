/** What the links of mails lead to, fetched when somebody follows one. */
import { lazy, Suspense } from 'react';
import { ensureVersion } from '../platform/venue/loadVenue.ts';
import { WaitingPage } from './waitingPage.tsx';

const AccountLinkView = lazy(async () => {
  // Wanted at the end, and fetched by the page's head already.
  void ensureVersion().catch(() => undefined);
  return import('./accountLinkView.tsx');
});

export const AccountLinkPage = () => (
  <Suspense fallback={<WaitingPage />}>
    <AccountLinkView />
  </Suspense>
);
