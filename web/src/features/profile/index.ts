/** The profile panel, for other features: opens profiles. */
export { useProfilesModel } from './useProfiles.ts';
