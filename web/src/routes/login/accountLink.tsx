import { ensureVersion } from '../../platform/venue/loadVenue.ts';
import { pageComponent } from '../pageComponent.tsx';

/** The page that links in emails open. */
export const AccountLinkPage = pageComponent(async () => {
  // Needed at the end; the page's head has requested it already.
  void ensureVersion().catch(() => undefined);
  return import('./accountLinkView.tsx');
});
