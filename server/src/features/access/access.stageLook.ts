/** Whether a browser's pages look like the staged venue. */
import { hasStageRole } from '#platform/http/access';
import type { StageLook } from '#platform/shell/shell';
import type { AccessPorts } from './access.ports.ts';
import type { StageVisitors } from './access.stage.ts';

/** Answered at once without either cookie; the refresh cookie of a designer takes a query. */
export const createStageLook = (visitors: StageVisitors, signedIn: AccessPorts['signedIn']): StageLook => ({
  now: (headers) => {
    if (visitors.known(headers) !== undefined) return true;
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
