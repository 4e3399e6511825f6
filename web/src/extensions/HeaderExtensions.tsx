import { Extensions } from './Extensions.tsx';
import { headerExtensions } from './session.ts';

export default function HeaderExtensions() {
  return <Extensions of={headerExtensions} props={{}} />;
}
