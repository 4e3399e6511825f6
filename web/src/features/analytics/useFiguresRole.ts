import type { Role } from '@foyer/contract';
import { useUser } from '../../platform/state/user.ts';

/** The role that lets the user see the figures; administrators also read captured messages. The server checks each call. */
export type FiguresRole = Extract<Role, 'ROLE_ADMIN' | 'ROLE_HOST'>;

export const useFiguresRole = (): FiguresRole | undefined =>
  useUser(({ roles }) => {
    if (roles.includes('ROLE_ADMIN')) return 'ROLE_ADMIN';
    return roles.includes('ROLE_HOST') ? 'ROLE_HOST' : undefined;
  });
