import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePageLinks, type LinkPlace } from './page.ts';

export interface PageLinksProps {
  readonly place: LinkPlace;
  readonly architectureId: string;
  readonly className: string;
  readonly onClick?: () => void;
}

/** The links that features add to the footer, to the phone's menu, to the login page and to the cookie banner. */
export function PageLinks({ place, architectureId, ...rest }: PageLinksProps): ReactNode {
  return usePageLinks(place).map(({ key, label, target }) =>
    'page' in target ? (
      <Link key={key} to={`/v/$architectureId/${target.page}`} params={{ architectureId }} {...rest}>
        {label}
      </Link>
    ) : (
      <Link key={key} to="." search hash={target.hash} {...rest}>
        {label}
      </Link>
    ),
  );
}
