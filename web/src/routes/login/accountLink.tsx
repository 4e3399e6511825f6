import { ensureVersion } from '../../platform/venue/loadVenue.ts';
import { pageComponent } from '../pageComponent.tsx';

/** The page that the links in mails open. */
export const AccountLinkPage = pageComponent(async () => {
  // Needed at the end, and requested by the page's head already.
  void ensureVersion().catch(() => undefined);
  return import('./accountLinkView.tsx');
});
