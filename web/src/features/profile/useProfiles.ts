import { useStore } from 'zustand';
import { useVisit } from '../../platform/visit/VisitProvider.tsx';
import { createProfiles, type Profiles, type ProfilesState } from './model/profiles.ts';

export const useProfilesModel = (): Profiles => useVisit().get(createProfiles);

export const useProfiles = <T>(selector: (state: ProfilesState) => T): T =>
  useStore(useProfilesModel().store, selector);
