import { useUser } from './user.ts';

export type DesignerRole = 'ROLE_ADMIN' | 'ROLE_DESIGNER';

/** The one of these roles that lets its user design and publish the venue; undefined if there is none. */
export function designerRoleOf(roles: readonly string[]): DesignerRole | undefined {
  if (roles.includes('ROLE_ADMIN')) return 'ROLE_ADMIN';
  return roles.includes('ROLE_DESIGNER') ? 'ROLE_DESIGNER' : undefined;
}

/** The role that lets the user design and publish the venue; undefined for everyone else. The server checks each call. */
export const useDesignerRole = (): DesignerRole | undefined => useUser(({ roles }) => designerRoleOf(roles));
