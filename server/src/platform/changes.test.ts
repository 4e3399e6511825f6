import { expect, test } from 'vitest';
import { shareChanges, type ChangeHooks } from '#platform/changes';
import { TestCluster } from '#testing/cluster';

/** Two nodes that record the calls of their features' hooks in one list. */
function twoNodes() {
  const cluster = new TestCluster();
  const called: string[] = [];
  const add = (node: string) => {
    const note = (what: string) => (id: string) => void called.push(`${node} ${what} ${id}`);
    const features: readonly ChangeHooks[] = [
      { onAccountChanged: note('account'), onRightsChanged: note('rights first') },
      { onRightsChanged: note('rights second'), onSessionEnded: note('session') },
      { onAssetChanged: async (id) => note('asset')(id) },
    ];
    return shareChanges(cluster.add(node).cluster, () => features);
  };
  return { cluster, called, one: add('one'), two: add('two') };
}

test('a change is handled immediately on its node, in the order of the features, and then on other nodes', async () => {
  const { cluster, called, one } = twoNodes();
  one.rightsChanged('ada');
  expect(called).toEqual(['one rights first ada', 'one rights second ada']);
  await cluster.advance(250);
  expect(called.slice(2)).toEqual(['two rights first ada', 'two rights second ada']);
});

test('each change calls its own hooks', async () => {
  const { cluster, called, two } = twoNodes();
  two.accountChanged('ada');
  two.sessionEnded('s1');
  await cluster.advance(250);
  expect(called).toEqual(['two account ada', 'two session s1', 'one account ada', 'one session s1']);
});

test('a changed asset has been handled on its node when the promise resolves, and is handled on other nodes', async () => {
  const { cluster, called, one } = twoNodes();
  await one.assetChanged('logo');
  expect(called).toEqual(['one asset logo']);
  await cluster.advance(250);
  expect(called).toEqual(['one asset logo', 'two asset logo']);
});

test('assetChanged rejects if a hook on this node fails', async () => {
  const failing: ChangeHooks = { onAssetChanged: () => Promise.reject(new Error('not shown')) };
  const changes = shareChanges(new TestCluster().addSolo('one').cluster, () => [failing]);
  await expect(changes.assetChanged('logo')).rejects.toThrow('not shown');
});
