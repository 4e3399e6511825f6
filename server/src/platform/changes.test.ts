import { expect, test } from 'vitest';
import { shareChanges, type ChangeHooks } from '#platform/changes';
import { TestCluster } from '#testing/cluster';

/** Two nodes that note in one list what their features' hooks are called with. */
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

test('a change is handled on its node at once, in the order of the features, and then on the others', async () => {
  const { cluster, called, one } = twoNodes();
  one.rightsChanged('ada');
  expect(called).toEqual(['one rights first ada', 'one rights second ada']);
  await cluster.pass(250);
  expect(called.slice(2)).toEqual(['two rights first ada', 'two rights second ada']);
});

test('each change calls its own hooks', async () => {
  const { cluster, called, two } = twoNodes();
  two.accountChanged('ada');
  two.sessionEnded('s1');
  await cluster.pass(250);
  expect(called).toEqual(['two account ada', 'two session s1', 'one account ada', 'one session s1']);
});

test('a changed asset is handled on its node when the promise resolves, and on the others', async () => {
  const { cluster, called, one } = twoNodes();
  await one.assetChanged('logo');
  expect(called).toEqual(['one asset logo']);
  await cluster.pass(250);
  expect(called).toEqual(['one asset logo', 'two asset logo']);
});

test('a hook that fails on this node fails the report of an asset', async () => {
  const failing: ChangeHooks = { onAssetChanged: () => Promise.reject(new Error('not shown')) };
  const changes = shareChanges(new TestCluster().addSolo('one').cluster, () => [failing]);
  await expect(changes.assetChanged('logo')).rejects.toThrow('not shown');
});
