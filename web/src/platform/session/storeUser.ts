import type { UserInfo } from '@foyer/contract';
import type { BackendUser } from '../backend/backend.ts';
import { useLogin, useUser } from '../state/user.ts';
import { derivedName } from './derivedName.ts';

type Words = Pick<BackendUser, 'email' | 'name' | 'company' | 'title'>;

/** What is known of a user by their own words; without a name they are called by their email (SESSION-07). */
export function attributesOf({ email, name, company, title }: Words): UserInfo['attributes'] {
  const called = name || derivedName(email);
  return { ...(called && { name: called }), ...(company && { company }), ...(title && { title }) };
}

export function storeUser(user: BackendUser): void {
  const { userId, email } = user;
  useUser.setState({ isLoggedIn: true, user: { userId, email, attributes: attributesOf(user) } });
  useLogin.setState({ phase: 'loggedIn', refusal: null });
}
