/**
 * All calls of the HTTP interface. A module of its own: a bundler cannot leave out a list of spread lists, and the web
 * app, which names the calls it makes one by one, would carry all of them to a first visit.
 */
import {
  getVenueVersion,
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
  getOpenApi,
} from './api.ts';
import type { Endpoint } from './endpoint.ts';
import { headVenue } from './session.ts';

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
  getOpenApi,
] as const satisfies readonly Endpoint[];
