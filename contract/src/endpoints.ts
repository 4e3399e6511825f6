/**
 * All HTTP endpoints. They have a module of their own because a bundler cannot tree-shake lists made of spread lists:
 * the web app imports the endpoints it uses one by one.
 */
import {
  publishVenue,
  saveVenue,
  validateVenue,
  unpublishVenue,
  listVersions,
  readVersion,
  restoreVersion,
  diffVersions,
  putAsset,
  listAssets,
  getAsset,
  downloadAsset,
  createStageLink,
  getOpenApi,
} from './api.ts';
import { accountEndpoints } from './account.ts';
import { getIceServers } from './call.ts';
import { chatFileEndpoints } from './chatFiles.ts';
import { chatModerationEndpoints } from './chatModeration.ts';
import type { Endpoint } from './endpoint.ts';
import { loginEndpoints } from './login.ts';
import { getMandatoryPages } from './mandatoryPages.ts';
import {
  deleteProfilePicture,
  getProfile,
  getProfilePicture,
  putProfilePicture,
  saveProfile,
} from './profile.ts';
import { getVenue } from './readVenue.ts';
import { openRealtime } from './realtime.ts';
import {
  endDevice,
  getUserInfo,
  headVenue,
  listDevices,
  openGuestSession,
  refreshSession,
  signIn,
  signOut,
} from './session.ts';
import { signAssetUrl } from './signing.ts';
import { getVenueVersion } from './venueVersion.ts';

export const endpoints = [
  getVenueVersion,
  headVenue,
  getVenue,
  getMandatoryPages,
  publishVenue,
  saveVenue,
  validateVenue,
  unpublishVenue,
  listVersions,
  readVersion,
  restoreVersion,
  diffVersions,
  putAsset,
  listAssets,
  getAsset,
  downloadAsset,
  signAssetUrl,
  createStageLink,
  ...loginEndpoints,
  signIn,
  refreshSession,
  openGuestSession,
  signOut,
  listDevices,
  endDevice,
  getUserInfo,
  getProfile,
  saveProfile,
  putProfilePicture,
  deleteProfilePicture,
  getProfilePicture,
  openRealtime,
  getIceServers,
  ...chatFileEndpoints,
  ...chatModerationEndpoints,
  ...accountEndpoints,
  getOpenApi,
] as const satisfies readonly Endpoint[];
