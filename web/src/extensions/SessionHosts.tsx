import { Extensions } from './Extensions.tsx';
import type { PageContext } from './page.ts';
import { sessionHosts, sidePanels } from './session.ts';

export default function SessionHosts(page: PageContext) {
  return (
    <>
      <Extensions of={sessionHosts} props={page} />
      {page.hasHeader && <Extensions of={sidePanels} props={{}} />}
    </>
  );
}
