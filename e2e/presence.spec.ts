/**
 * Presence of several attendees in separate browsers. Component tests in web/src/features/people cover single pages.
 */
import { setIdle } from '@foyer/contract';
import { openArea, expect, list, openList, row, test, widget, withLogin } from './pages/presencePage.ts';

test.use({ server: withLogin });

test('PRESENCE-05h PRESENCE-05i PRESENCE-05l attendees see each other’s status and area in the list and in a profile, but not while invisible', async ({
  page,
  foyer,
  browser,
  addAttendees,
}) => {
  const [ingrid] = await addAttendees({
    name: 'Ingrid Solberg',
    area: 'lounge',
    title: 'Acoustics',
    company: 'Ruimte',
    roles: ['ROLE_HOST'],
  });
  const ben = await foyer.createAccount({ name: 'Ben Achterberg' });
  await openArea(page, foyer, await foyer.createAccount({ name: 'Amara Okafor' }));
  await openList(page);
  await expect(row(page, 'Ingrid Solberg')).toHaveAccessibleName(/Host\s*Acoustics, Ruimte\s*Available$/);
  await ingrid?.send(setIdle, { idle: true });
  await expect(row(page, 'Ingrid Solberg')).toHaveAccessibleName(/Idle$/);

  const context = await browser.newContext({ baseURL: foyer.url, locale: 'en-GB' });
  const bens = await context.newPage();
  await openArea(bens, foyer, ben);
  await openList(bens);
  await expect(row(page, 'Ben Achterberg')).toHaveAccessibleName(/Available$/);
  await expect(widget(page)).toHaveAttribute('aria-label', 'Who’s here: 3 here, 3 at the event');
  const choose = async (wish: string): Promise<void> => {
    await list(page)
      .getByRole('combobox', { name: /^How others see you/ })
      .click();
    await page.getByRole('option', { name: wish }).click();
  };
  await choose('Busy');
  await expect(row(page, 'Amara Okafor')).toContainText('Shown as Busy');
  await expect(row(bens, 'Amara Okafor')).toHaveAccessibleName(/Busy$/);
  await choose('Invisible');
  await expect(row(page, 'Amara Okafor')).toContainText('No one can see you');
  await expect(row(bens, 'Amara Okafor')).toHaveCount(0);
  await page.reload();
  await openList(page);
  await expect(row(page, 'Amara Okafor')).toContainText('No one can see you');
  await choose('Available');
  await expect(row(bens, 'Amara Okafor')).toHaveAccessibleName(/Available$/);

  // Without the list a page only receives the attendees of its area; a profile requests one more.
  await page.goto(`/v/nightfall/area/lounge?lang=en&profile=${ben.userId}`);
  const profile = page.locator('[data-dialog="profile"]');
  await expect(profile.getByText('Here nowLounge')).toBeVisible();
  await bens.goto('/v/nightfall/area/library?lang=en');
  await expect(profile.getByText('Here nowLibrary')).toBeVisible();
  await expect(profile.getByText('Available')).toBeVisible();
  await context.close();
});
