import { useUser } from '../state/user.ts';

export interface LoggedInUser {
  readonly userId: string;
  /** The email for whom no name is known. */
  readonly name: string;
  readonly email: string;
}

/** Who is logged in by name; undefined for visitors, and for those that a stage link let in. */
export function useLoggedInUser(): LoggedInUser | undefined {
  const user = useUser((state) => state.user);
  if (!user || user.email === '') return undefined;
  const { userId, email, attributes } = user;
  return { userId, email, name: attributes.name || email };
}
