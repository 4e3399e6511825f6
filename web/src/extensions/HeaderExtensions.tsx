import { Extensions } from './Extensions.tsx';
import { headerExtensions } from './session.ts';

export interface HeaderExtensionsProps {
  readonly place: keyof typeof headerExtensions;
}

export default function HeaderExtensions({ place }: HeaderExtensionsProps) {
  return <Extensions of={headerExtensions[place]} props={{}} />;
}
