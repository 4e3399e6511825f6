import { useUser } from './user.ts';

export interface LoggedInUser {
  readonly userId: string;
  /** The email if there is no name. */
  readonly name: string;
  readonly email: string;
}

/** The logged-in account; undefined for guests and for sessions of stage links. */
export function useLoggedInUser(): LoggedInUser | undefined {
  const user = useUser((state) => state.user);
  if (!user || user.email === '') return undefined;
  const { userId, email, attributes } = user;
  return { userId, email, name: attributes.name || email };
}
