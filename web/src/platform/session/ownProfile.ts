/** One's own profile, fetched after the venue has loaded (SESSION-09). */
import { getProfile, type ProfileData } from '@foyer/contract';
import { create } from 'zustand';
import { ApiError, call } from '../api/client.ts';
import { logError } from '../log.ts';
import { useUser } from '../state/user.ts';

export interface OwnProfileState {
  readonly profile: ProfileData | null;
}

export const useOwnProfile = create<OwnProfileState>(() => ({ profile: null }));

/** Takes a profile over as the own one, and its name, company and title as those of the user. */
export function setOwnProfile(profile: ProfileData): void {
  useOwnProfile.setState({ profile });
  const { user } = useUser.getState();
  if (user?.userId !== profile.userId) return;
  const attributes = { ...user.attributes };
  for (const key of ['name', 'company', 'title'] as const) {
    const value = profile.attributes[key];
    if (typeof value === 'string' && value !== '') attributes[key] = value;
  }
  useUser.setState({ user: { ...user, attributes } });
}

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
