/**
 * All HTTP endpoints. They have a module of their own because a bundler cannot tree-shake lists made of spread lists:
 * the web app imports the endpoints it uses one by one.
 */
import {
  publishVenue,
  saveVenue,
  validateVenue,
  unpublishVenue,
  countLiveAttendees,
  listVersions,
  getVersion,
  getVersionWarnings,
  restoreVersion,
  diffVersions,
  uploadAsset,
  listAssets,
  getAsset,
  downloadAsset,
  createStageLink,
  getOpenApi,
} from './api.ts';
import { accountEndpoints } from './account.ts';
import { analyticsEndpoints } from './analytics.ts';
import { getIceServers } from './call.ts';
import { chatFileEndpoints } from './chatFiles.ts';
import { heldPostEndpoints } from './chatHeldPosts.ts';
import { chatModerationEndpoints } from './chatModeration.ts';
import { consentEndpoints } from './cookiePreferences.ts';
import type { Endpoint } from './endpoint.ts';
import { logEndpoints } from './log.ts';
import { loginEndpoints } from './login.ts';
import { getMandatoryPages } from './mandatoryPages.ts';
import { mediaBoardEndpoints } from './mediaBoard.ts';
import { mediaLibraryEndpoints } from './mediaLibrary.ts';
import {
  deleteProfilePicture,
  getProfile,
  getProfilePicture,
  uploadProfilePicture,
  saveProfile,
} from './profile.ts';
import { getVenue } from './readVenue.ts';
import { createRealtimeTicket } from './realtime.ts';
import {
  endSession,
  getUserInfo,
  checkVenueAccess,
  listDevices,
  openGuestSession,
  refreshSession,
  signIn,
  signOut,
} from './session.ts';
import { signAssetUrl } from './signing.ts';
import { getVenueVersion } from './venueVersion.ts';
import { accessVideo } from './videoAccess.ts';
import { createZoomSignature } from './zoom.ts';

export const endpoints = [
  getVenueVersion,
  checkVenueAccess,
  getVenue,
  getMandatoryPages,
  publishVenue,
  saveVenue,
  validateVenue,
  unpublishVenue,
  countLiveAttendees,
  listVersions,
  getVersion,
  getVersionWarnings,
  restoreVersion,
  diffVersions,
  uploadAsset,
  listAssets,
  getAsset,
  downloadAsset,
  signAssetUrl,
  createStageLink,
  ...loginEndpoints,
  ...consentEndpoints,
  ...analyticsEndpoints,
  ...logEndpoints,
  signIn,
  refreshSession,
  openGuestSession,
  signOut,
  listDevices,
  endSession,
  getUserInfo,
  getProfile,
  saveProfile,
  uploadProfilePicture,
  deleteProfilePicture,
  getProfilePicture,
  createRealtimeTicket,
  getIceServers,
  createZoomSignature,
  ...mediaLibraryEndpoints,
  ...mediaBoardEndpoints,
  accessVideo,
  ...chatFileEndpoints,
  ...heldPostEndpoints,
  ...chatModerationEndpoints,
  ...accountEndpoints,
  getOpenApi,
] as const satisfies readonly Endpoint[];
