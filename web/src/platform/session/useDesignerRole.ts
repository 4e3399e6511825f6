import { useUser } from '../state/user.ts';

export type DesignerRole = 'ROLE_ADMIN' | 'ROLE_DESIGNER';

/** The role that lets the user design and publish the venue; undefined for everyone else. The server checks each call. */
export const useDesignerRole = (): DesignerRole | undefined =>
  useUser(({ roles }) =>
    roles.includes('ROLE_ADMIN')
      ? 'ROLE_ADMIN'
      : roles.includes('ROLE_DESIGNER')
        ? 'ROLE_DESIGNER'
        : undefined,
  );
