/** Decides whether the pages of a browser have the style of the staged venue. */
import { hasStageRole } from '#platform/http/access';
import type { StageLook } from '#platform/shell/shell';
import type { AccessPorts } from './access.ports.ts';
import type { StageVisitors } from './access.stage.ts';

/** `now` returns undefined if a query is needed: with a stage or refresh cookie that is not cached. */
export const createStageLook = (
  visitors: StageVisitors,
  signedIn: AccessPorts['findSignedInAccount'],
): StageLook => ({
  now: (headers) => {
    if (visitors.findCached(headers) !== undefined) return true;
    return headers.cookie !== undefined && /\bfoyer_(?:stage|refresh)=/.test(headers.cookie)
      ? undefined
      : false;
  },
  find: async (headers) => {
    if ((await visitors.find(headers)) !== undefined) return true;
    const account = await signedIn(headers);
    return account !== undefined && hasStageRole(account.roles);
  },
});
