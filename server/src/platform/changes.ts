/**
 * Changes that concern several features: one feature reports a change, and the hooks of the others are called, on this
 * node immediately and on other nodes over the bus. The bus may lose changes, so features must detect them in another
 * way, too: sessions are checked every 30 seconds.
 */
import * as z from 'zod/mini';
import type { Cluster } from '#platform/cluster/cluster';

/** Called on every node, in the order of the features. */
export interface ChangeHooks {
  /** The visible details of a user have changed (name, picture, roles), or the user was blocked or deleted. */
  onAccountChanged?(accountId: string): void;
  /** The rights of a user have changed: roles, a block, or the deletion of the account. */
  onRightsChanged?(accountId: string): void;
  /** A session of an account or a stage session has ended. */
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

/** `features` is called at each change, so that it includes features that are created later. */
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
