import { useStore } from 'zustand';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { createOwnProfile, textOf, type OwnProfileState } from './model/ownProfile.ts';

export const useOwnProfile = <T>(selector: (state: OwnProfileState) => T): T =>
  useStore(useVisit().get(createOwnProfile), selector);

/** The name in the user's own profile, which others see; '' without a name, undefined before the profile is loaded. */
export const useProfileName = (): string | undefined =>
  useOwnProfile(({ profile }) => profile && textOf(profile, 'name')) ?? undefined;
