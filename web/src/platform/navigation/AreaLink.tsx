/** A link to an area of the open venue, or to a widget in it. It keeps the other search values, including the chosen view. */
import type { AreaView } from '@foyer/contract';
import { Link } from '@tanstack/react-router';
import type { AriaAttributes, CSSProperties, ReactNode } from 'react';
import { useVenue } from '../state/venue.ts';
import { readAreaSearchParams } from './areaSearchParams.ts';
import { noWidget, searchOfPart, type WidgetPart } from './openedWidget.ts';
import { routeNames } from './routeNames.ts';
import type { SearchValues } from './searchParams.ts';

export interface AreaLinkProps extends Pick<AriaAttributes, 'aria-label' | 'aria-current'> {
  readonly areaId: string;
  readonly viewpointId?: string | undefined;
  /** The widget that is opened; default: none. */
  readonly widgetId?: string | undefined;
  /** What is shown inside of the widget. */
  readonly part?: WidgetPart | undefined;
  /** Default: the view of the current page. */
  readonly view?: AreaView | undefined;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

export function AreaLink({
  areaId,
  viewpointId,
  widgetId,
  part = {},
  view,
  children,
  ...rest
}: AreaLinkProps) {
  const architectureId = useVenue((state) => state.architecture?.id ?? '');
  const search = (before: SearchValues) =>
    readAreaSearchParams({
      ...before,
      ...(view && { view }),
      viewpoint: viewpointId,
      ...noWidget,
      widget: widgetId,
      ...searchOfPart(part),
    });
  return (
    <Link
      to={routeNames.Area}
      params={{ architectureId, areaId }}
      search={search}
      // Callers set `aria-current` themselves; the router would mark every link to this area as current.
      activeOptions={{ exact: true, includeSearch: true }}
      {...rest}
    >
      {children}
    </Link>
  );
}
