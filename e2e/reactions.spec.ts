/** Reactions: everyone in the area immediately sees the reactions sent in it (WIDGET-02). */
import { expect, test, visitAs, type Page, type VenueInput } from './harness/fixtures.ts';
import { RealtimeLog } from './harness/realtimeLog.ts';

test.use({ server: { login: { providers: [{ type: 'password' }] } } });

type Widgets = NonNullable<VenueInput['architectures'][number]['areas'][number]['contentWidgets']>;

const reactions: Widgets[number] = {
  id: 'reactions',
  type: 'AreaReactionsWidget',
  name: 'Reactions',
  configurations: [{ id: 'signs', name: 'Signs' }],
};

/** Records shown reactions, because a busy machine could miss one before it disappears. */
const recordReactions = (page: Page) =>
  page.evaluate(() => {
    const seen = new Set<string>();
    const record = () => {
      for (const shown of document.querySelectorAll<HTMLElement>('.risingReactions_place [data-reaction]'))
        if (shown.checkVisibility()) seen.add(shown.dataset['reaction'] ?? '');
      document.documentElement.dataset['reactionsSeen'] = [...seen].join(' ');
    };
    new MutationObserver(record).observe(document.body, { childList: true, subtree: true });
  });
const expectSeen = (page: Page, reactionsSeen: string | RegExp) =>
  expect(page.locator('html')).toHaveAttribute('data-reactions-seen', reactionsSeen);

test('WIDGET-02d a reaction rises for everyone in the area, and in no other', async ({
  page,
  browser,
  foyer,
}) => {
  await foyer.saveAndPublish((architecture) => {
    for (const area of architecture.areas)
      if (area.id === 'lounge' || area.id === 'library') area.contentWidgets = [reactions];
  });
  /** Opens an area as a new user. */
  const enter = async (tab: Page, path: string): Promise<Page> => {
    const log = new RealtimeLog(tab);
    await visitAs(tab, foyer, await foyer.createAccount(), path);
    await log.waitFor('area.enter');
    await expect(tab.locator('.risingReactions_place')).toBeAttached();
    await recordReactions(tab);
    return tab;
  };
  const send = (tab: Page, name: string) =>
    tab.getByRole('group', { name: 'Reactions' }).getByRole('button', { name }).click();
  const contexts = [
    await browser.newContext({ baseURL: foyer.url }),
    await browser.newContext({ baseURL: foyer.url }),
  ] as const;
  const near = await enter(await contexts[0].newPage(), '/v/nightfall/area/lounge');
  const far = await enter(await contexts[1].newPage(), '/v/nightfall/area/library');
  await enter(page, '/v/nightfall/area/lounge');
  await send(page, 'Heart');
  await expectSeen(page, 'heart');
  await expectSeen(near, 'heart');
  // This event follows any reaction that the other area would have received.
  await send(far, 'Wave');
  await expectSeen(far, 'wave');
  await expectSeen(near, 'heart');
  for (const context of contexts) await context.close();
});
