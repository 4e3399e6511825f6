/** Decides whether the pages of a browser have the style of the staged venue. */
import { hasStageRole } from '#platform/http/access';
import type { StageAccess } from '#platform/shell/shell';
import type { AccessPorts } from './ports.ts';
import type { StageVisitors } from './stageVisitors.ts';

/** `checkCached` returns undefined if a query is needed: with a stage or refresh cookie that is not cached. */
export const createStageAccess = (
  visitors: StageVisitors,
  signedIn: AccessPorts['findSignedInAccount'],
): StageAccess => ({
  checkCached: (headers) => {
    if (visitors.findCached(headers) !== undefined) return true;
    return /\bfoyer_(?:stage|refresh)=/.test(headers.cookie ?? '') ? undefined : false;
  },
  check: async (headers) => {
    if ((await visitors.find(headers)) !== undefined) return true;
    const account = await signedIn(headers);
    return account !== undefined && hasStageRole(account.roles);
  },
});
