import { Extensions } from './Extensions.tsx';
import type { PageContext } from './page.ts';
import { sessionHosts } from './session.ts';

export default function SessionHosts(page: PageContext) {
  return <Extensions of={sessionHosts} props={page} />;
}
