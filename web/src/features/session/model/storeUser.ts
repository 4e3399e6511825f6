import type { UserInfo } from '@foyer/contract';
import type { BackendUser } from '../../../platform/backend/backend.ts';
import { useUser } from '../../../platform/state/user.ts';
import { useLogin } from './loginState.ts';
import { derivedName } from './derivedName.ts';

type UserTexts = Pick<BackendUser, 'email' | 'name' | 'company' | 'title'>;

/** The user's name, company and title. A missing name is derived from the email (SESSION-07). */
export function attributesOf({ email, name, company, title }: UserTexts): UserInfo['attributes'] {
  const shownName = name || derivedName(email);
  return { ...(shownName && { name: shownName }), ...(company && { company }), ...(title && { title }) };
}

export function storeUser(user: BackendUser): void {
  const { userId, email } = user;
  useUser.setState({ isLoggedIn: true, user: { userId, email, attributes: attributesOf(user) } });
  useLogin.setState({ phase: 'loggedIn', error: null });
}
