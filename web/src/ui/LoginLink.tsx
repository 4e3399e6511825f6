/** The link to the login page for guests; the login returns to this page. */
import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { loginRequested, routeNames } from '../platform/navigation/routeNames.ts';

export interface LoginLinkProps {
  readonly className: string;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

export function LoginLink({ className, onClick, children }: LoginLinkProps) {
  const redirect = useLocation({ select: ({ href }) => href });
  return (
    <Link
      to={routeNames.login}
      search={{ redirect, ...loginRequested }}
      onClick={onClick}
      className={className}
    >
      {children}
    </Link>
  );
}
