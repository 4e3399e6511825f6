import { useEffect } from 'react';
import { closeSidePanels } from '../platform/sidePanels.ts';
import { Extensions } from './Extensions.tsx';
import type { PageContext } from './page.ts';
import { sessionHosts, sidePanels } from './session.ts';

export default function SessionHosts(page: PageContext) {
  // No panel stays open for the next user.
  useEffect(() => closeSidePanels, []);
  return (
    <>
      <Extensions of={sessionHosts} props={page} />
      {page.hasHeader && <Extensions of={sidePanels} props={{}} />}
    </>
  );
}
