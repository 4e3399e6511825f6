/** One's own profile, fetched after the venue has loaded (SESSION-09). */
import { getProfile, type ProfileData } from '@foyer/contract';
import { create } from 'zustand';
import { ApiError, call } from '../api/client.ts';
import { logError } from '../log.ts';
import { useUser } from '../state/user.ts';
import { attributesOf } from './storeUser.ts';

export interface OwnProfileState {
  readonly profile: ProfileData | null;
}

export const useOwnProfile = create<OwnProfileState>(() => ({ profile: null }));

/** A text of a profile, '' where it is not there. */
export const textOf = ({ attributes }: ProfileData, key: string): string => {
  const value = attributes[key];
  return typeof value === 'string' ? value : '';
};

/** Takes a profile over as the own one, and its name, company and title as those of the user, unless they have left. */
export function setOwnProfile(profile: ProfileData): void {
  const { user } = useUser.getState();
  if (user?.userId !== profile.userId) return;
  useOwnProfile.setState({ profile });
  const [name, company, title] = (['name', 'company', 'title'] as const).map((key) => textOf(profile, key));
  const attributes = attributesOf({ email: user.email, name, company, title });
  useUser.setState({ user: { ...user, attributes } });
}

/** The name that one has given, which is what others see; '' where there is none, undefined while that is not known. */
export const useProfileName = (): string | undefined =>
  useOwnProfile(({ profile }) => profile && textOf(profile, 'name')) ?? undefined;

/** @returns false where the server knows no such person: then this session may not be here */
export async function fetchOwnProfile(architectureId: string, userId: string): Promise<boolean> {
  try {
    const { data } = await call(getProfile, { params: { architectureId, userId }, report: 'console' });
    setOwnProfile(data);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return false;
    logError('SESSION', 'the own profile could not be loaded', error);
  }
  return true;
}
