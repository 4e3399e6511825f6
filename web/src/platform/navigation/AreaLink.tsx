/** A link into an area of the venue that is open. What else stands in the address, the chosen view too, goes along. */
import { Link } from '@tanstack/react-router';
import type { AriaAttributes, CSSProperties, ReactNode } from 'react';
import { useVenue } from '../state/venue.ts';
import { readAreaSearch, type AreaSearch } from './areaSearch.ts';
import { routeNames } from './routeNames.ts';
import type { SearchValues } from './searchParams.ts';

export interface AreaLinkProps extends Pick<AriaAttributes, 'aria-label' | 'aria-current'> {
  readonly areaId: string;
  readonly viewpointId?: string | undefined;
  /** By default the view of the page that the link stands on. */
  readonly view?: AreaSearch['view'];
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

export function AreaLink({ areaId, viewpointId, view, children, ...rest }: AreaLinkProps) {
  const architectureId = useVenue((state) => state.architecture?.id ?? '');
  const search = (before: SearchValues) =>
    readAreaSearch({
      ...before,
      ...(view && { view }),
      viewpoint: viewpointId,
      widget: undefined,
      floorplan: undefined,
    });
  return (
    <Link
      to={routeNames.Area}
      params={{ architectureId, areaId }}
      search={search}
      // What is current is said by whoever places the link; the router would call each way into this area so.
      activeOptions={{ exact: true, includeSearch: true }}
      {...rest}
    >
      {children}
    </Link>
  );
}
