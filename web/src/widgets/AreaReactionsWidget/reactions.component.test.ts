/** Reactions in the dock, and how they are shown (WIDGET-02). */
import { expect, test } from 'vitest';
import { reactionCounts, enterArea, sendReaction } from '@foyer/contract';
import { ada, type FakeServer } from '../../testing/fakeServer.ts';
import { openPage, phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { lounge, passTimeUntilShown, serverWith } from '../testing/widgetPage.ts';

const group = (page: AppPage) => page.getByRole('group', { name: 'Reactions' });
const button = (page: AppPage, name: string) => group(page).getByRole('button', { name });

/** A lounge with reactions, whose server sends each of them back to the area. */
function serverWithReactions(): FakeServer {
  const server = serverWith({
    id: 'reactions',
    type: 'AreaReactionsWidget',
    name: 'Reactions',
    configurations: [{ id: 'reactions', name: 'Reactions', cookieProviders: [] }],
    placements: [],
  });
  return server.signIn(ada).onCommand(sendReaction, ({ reaction }) => {
    server.broadcast(reactionCounts, { areaId: 'lounge', counts: { [reaction]: 1 } });
    return undefined;
  });
}

/** Opens the lounge and waits until the page has sent its area to the server. */
async function openLounge(options: PageOptions = {}): Promise<AppPage> {
  const page = await openPage(lounge, { server: serverWithReactions(), ...options });
  await expect.poll(() => page.server.commands(enterArea)).toHaveLength(1);
  return page;
}

test('WIDGET-02e with reduced motion nothing rises: a count is shown, and a summary is read out', async () => {
  const page = await openPage(lounge, { server: serverWithReactions(), stopTimeAt: Date.now() });
  await passTimeUntilShown(page, button(page, 'Idea'));
  await expect.poll(() => page.server.commands(enterArea)).toHaveLength(1);
  await button(page, 'Idea').click();
  await expect.element(page.getByCSS('.risingReactions_counts')).toHaveTextContent('1');
  expect(page.getByCSS('.risingReactions_reaction').query()).toBeNull();
  // A summary is read out every six seconds.
  await page.advance(6_000);
  await expect.element(page.getByRole('status').filter({ hasText: /^1 idea$/ })).toBeInTheDocument();
});

test('WIDGET-02f an area without the widget has no reactions', async () => {
  const page = await openLounge({ server: serverWith().signIn(ada) });
  await expect.element(page.getByRole('toolbar')).toBeVisible();
  await expect.element(group(page)).not.toBeInTheDocument();
});

test('WIDGET-02g the dock with reactions is accessible, and the keyboard reaches each', async () => {
  const page = await openLounge();
  await expect.element(group(page)).toBeVisible();
  await page.expectAccessible();
  (button(page, 'Clap').element() as HTMLElement).focus();
  for (const name of ['Clap', 'Heart', 'Idea', 'Wave', 'Confetti']) {
    await expect.element(button(page, name)).toHaveFocus();
    await page.press('{Tab}');
  }
});

test('WIDGET-02h on a phone reactions are one button, which opens a menu', async () => {
  const page = await openLounge({ ...phone, reducedMotion: false });
  await page.getByRole('toolbar').getByRole('button', { name: 'Reactions' }).click();
  await page.getByRole('menuitem', { name: 'Wave' }).click();
  await expect.element(page.getByCSS('.risingReactions_reaction[data-reaction="wave"]')).toBeInTheDocument();
});
