import { figuresChanged, setAccountRoles, subscribeToFigures } from '@foyer/contract';
import { expect, test } from 'vitest';
import { connectTab } from '#testing/tab';
import { saveArchitecture, startAnalytics } from './testing/analyticsVenue.ts';
import { sendOnStage, ada, bo, eventOf, inArea, ping, send } from './testing/hits.ts';

const subscription = { enabled: true, architectureId: 'nightfall' };

test('TRACK-12p hosts see who is here and what happens, every five seconds', async () => {
  const foyer = await startAnalytics();
  const tab = await connectTab(foyer, { as: 'host' });
  expect(await tab.must(subscribeToFigures, subscription)).toEqual({
    at: foyer.now,
    people: 0,
    areas: [],
    events: [],
  });
  await send(foyer, { _id: ada });
  await send(foyer, { _id: bo });
  await send(foyer, { _id: bo, ...eventOf('reaction', 'send', 'kind=clap') });
  foyer.advance(1_000);
  await send(foyer, { _id: bo, ...inArea('lounge') });
  // A whole interval: the figures may have been sent just before.
  foyer.advance(5_000);
  // Figures are sent all the time: also those before the last change.
  const isNow = ({ at }: { readonly at: number }) => at === foyer.now;
  const both = await tab.next(figuresChanged, isNow);
  expect(both).toEqual({
    at: foyer.now,
    people: 2,
    areas: [
      { areaId: 'lobby', people: 1 },
      { areaId: 'lounge', people: 1 },
    ],
    events: [{ category: 'reaction', action: 'send', count: 1 }],
  });
  // A connection that says nothing for so long would be closed.
  for (let step = 0; step < 7; step += 1) {
    foyer.advance(5_000);
    await tab.must(subscribeToFigures, subscription);
  }
  await send(foyer, { _id: bo, ...inArea('lounge'), ...ping });
  foyer.advance(5_001);
  const { people, areas } = await tab.next(figuresChanged, isNow);
  expect([people, areas]).toEqual([1, [{ areaId: 'lounge', people: 1 }]]);
});

test('TRACK-12ri a host sees what happens in the architecture of the page', async () => {
  const foyer = await startAnalytics();
  await saveArchitecture(foyer, 'daybreak', 'terrace');
  await sendOnStage(foyer, 'daybreak/area/terrace');
  await sendOnStage(foyer, 'daybreak/area/terrace', eventOf('reaction', 'send', 'kind=clap'));
  const [here, elsewhere] = [
    await connectTab(foyer, { as: 'administrator', mode: 'STAGE' }),
    await connectTab(foyer, { as: 'administrator', mode: 'STAGE' }),
  ];
  const daybreak = { enabled: true, architectureId: 'daybreak' };
  expect(await here.must(subscribeToFigures, daybreak)).toMatchObject({
    people: 1,
    areas: [{ areaId: 'terrace', people: 1 }],
    events: [{ category: 'reaction', count: 1 }],
  });
  expect(await elsewhere.must(subscribeToFigures, subscription)).toMatchObject({ people: 0, events: [] });
  foyer.advance(5_000);
  const next = [await here.next(figuresChanged), await elsewhere.next(figuresChanged)];
  expect(next.map(({ people }) => people)).toEqual([1, 0]);
  // The person goes to the other architecture.
  await sendOnStage(foyer, 'nightfall/area/lobby');
  foyer.advance(5_000);
  const later = [
    await here.next(figuresChanged, ({ at }) => at === foyer.now),
    await elsewhere.next(figuresChanged, ({ at }) => at === foyer.now),
  ];
  expect(later.map(({ areas }) => areas)).toEqual([[], [{ areaId: 'lobby', people: 1 }]]);
});

test.each(['attendee', 'guest', 'stage'] as const)(
  'TRACK-12q the live figures are rejected for a caller with the role %s',
  async (as) => {
    const foyer = await startAnalytics();
    const tab = await connectTab(foyer, { as, mode: as === 'stage' ? 'STAGE' : 'LIVE' });
    const { error } = await tab.ask(subscribeToFigures, subscription);
    expect(error?.code).toBe('forbidden');
  },
);

test('TRACK-12r a host who loses the role or unsubscribes gets no more figures', async () => {
  const foyer = await startAnalytics();
  const [leaving, staying] = [
    await foyer.account({ roles: ['ROLE_HOST'] }),
    await foyer.account({ roles: ['ROLE_HOST'] }),
  ];
  const [tab, quiet, other] = [
    await connectTab(foyer, { as: leaving }),
    await connectTab(foyer, { as: staying }),
    await connectTab(foyer, { as: staying }),
  ];
  for (const each of [tab, quiet, other]) await each.must(subscribeToFigures, subscription);
  foyer.advance(5_000);
  for (const each of [tab, quiet, other]) await each.next(figuresChanged);
  await quiet.must(subscribeToFigures, { ...subscription, enabled: false });
  await foyer.must(setAccountRoles, { params: { userId: leaving.id }, body: { roles: ['ROLE_ATTENDEE'] } });
  await expect
    .poll(async () => (await tab.ask(subscribeToFigures, subscription)).error?.code)
    .toBe('forbidden');
  for (const each of [tab, quiet, other]) each.events.length = 0;
  foyer.advance(5_000);
  await other.next(figuresChanged);
  await Promise.all(
    [tab, quiet].map((each) => each.must(subscribeToFigures, { ...subscription, enabled: false })),
  );
  expect([tab.events, quiet.events]).toEqual([[], []]);
});
