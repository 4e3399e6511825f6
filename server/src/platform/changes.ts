/**
 * Changes that concern several features: one feature reports, the hooks of the others follow, on this node at once and on
 * every other node over the bus. What the bus loses must be found otherwise, as sessions are checked every half minute.
 */
import * as z from 'zod/mini';
import type { Cluster } from '#platform/cluster/cluster';

/** Called on every node, in the order of the features. */
export interface ChangeHooks {
  /** Others see something else of a user: name, picture, roles; or no longer see a blocked or deleted one. */
  onAccountChanged?(accountId: string): void;
  /** A user may do more or less: another role, a block, the end of the account. */
  onRightsChanged?(accountId: string): void;
  onSessionEnded?(sessionId: string): void;
  /** An asset has a new generation. The upload is answered when this node's hooks have resolved. */
  onAssetChanged?(assetId: string): Promise<void>;
}

export interface Changes {
  accountChanged(accountId: string): void;
  rightsChanged(accountId: string): void;
  sessionEnded(sessionId: string): void;
  assetChanged(assetId: string): Promise<void>;
}

/** `features` is asked at each change: all of them, also those that are created later. */
export function shareChanges(cluster: Cluster, features: () => readonly ChangeHooks[]): Changes {
  const schema = z.string();
  const share = (name: string, hook: 'onAccountChanged' | 'onRightsChanged' | 'onSessionEnded') => {
    const handle = (id: string) => {
      for (const feature of features()) feature[hook]?.(id);
    };
    const channel = cluster.channel(name, { schema, handle });
    return (id: string) => void channel.broadcast(id);
  };
  const assets = cluster.channel('asset-changed', {
    schema,
    handle: async (assetId) => {
      for (const feature of features()) await feature.onAssetChanged?.(assetId);
    },
  });
  return {
    accountChanged: share('account-changed', 'onAccountChanged'),
    rightsChanged: share('rights-changed', 'onRightsChanged'),
    sessionEnded: share('session-ended', 'onSessionEnded'),
    assetChanged: async (assetId) => assets.broadcast(assetId),
  };
}
