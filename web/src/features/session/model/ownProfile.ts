/** The user's own profile, loaded after the venue (SESSION-09). */
import { getProfile, type ProfileData } from '@foyer/contract';
import { createStore, type StoreApi } from 'zustand';
import { ApiError, call } from '../../../platform/api/client.ts';
import { logError } from '../../../platform/log.ts';
import { useUser } from '../../../platform/state/user.ts';
import type { Visit } from '../../../platform/visit/visit.ts';
import { attributesOf } from './storeUser.ts';

export interface OwnProfileState {
  readonly profile: ProfileData | null;
}

export const createOwnProfile = (): StoreApi<OwnProfileState> =>
  createStore<OwnProfileState>(() => ({ profile: null }));

/** A text attribute of a profile, '' if it is missing. */
export const textOf = ({ attributes }: ProfileData, key: string): string => {
  const value = attributes[key];
  return typeof value === 'string' ? value : '';
};

/** Stores the user's own profile, and its name, company and title for the user. Ignores the profile of another user. */
export function setOwnProfile(visit: Visit, profile: ProfileData): void {
  const { user } = useUser.getState();
  if (visit.signal.aborted || user?.userId !== profile.userId) return;
  visit.get(createOwnProfile).setState({ profile });
  const [name, company, title] = (['name', 'company', 'title'] as const).map((key) => textOf(profile, key));
  const attributes = attributesOf({ email: user.email, name, company, title });
  useUser.setState({ user: { ...user, attributes } });
}

/** @returns false if the server does not know the user; then the session must end */
export async function fetchOwnProfile(
  visit: Visit,
  architectureId: string,
  userId: string,
): Promise<boolean> {
  try {
    const { data } = await call(getProfile, { params: { architectureId, userId }, report: 'console' });
    setOwnProfile(visit, data);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    logError('SESSION', 'own profile could not be loaded', error);
  }
  return true;
}
