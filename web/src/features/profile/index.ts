/** The profile panel, for other features: opens profiles. */
export { createProfiles, type Profiles, type ProfilesState } from './model/profiles.ts';
export { useProfiles, useProfilesModel } from './useProfiles.ts';
