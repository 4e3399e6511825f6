/** A Whereby meeting in the stand-in for its rooms: a host and an attendee, in the area and on a page of its own. */
import type { VenueInput } from '@foyer/contract';
import { expect, test, visitAs, type Page } from './harness/fixtures.ts';

test.use({ server: { login: { providers: [{ type: 'password' }] } } });

const rooms = 'nightfall.whereby.com';
const panelUrl = '/v/nightfall/area/lounge?widget=workshop';

function addMeeting({ areas }: VenueInput['architectures'][number]): void {
  const lounge = areas.find(({ id }) => id === 'lounge');
  lounge?.contentWidgets?.push({
    id: 'workshop',
    type: 'WherebyMeetingWidget',
    name: 'Workshop',
    placements: [],
    configurations: [
      {
        id: 'glass',
        name: 'glass',
        hostMeetingUrl: `https://${rooms}/glass?roomKey=host`,
        meetingUrl: `https://${rooms}/glass?roomKey=guest`,
      },
    ],
  });
}

const room = (page: Page) => page.frameLocator('iframe[title="Workshop"]');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Joins, and waits until the page knows it: the room, a frame of another site, shows it first. */
async function joinRoom(page: Page): Promise<void> {
  await room(page).getByRole('button', { name: 'Join', exact: true }).click();
  await expect(room(page).getByText('In the meeting')).toBeVisible();
  const mayUnload = () => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(mayUnload).toBe(false);
}

test('WIDGET-18 ROUTE-06 a host and an attendee join by different links; the page of the meeting keeps its place over a reload, and leaving it is asked each time', async ({
  page,
  browser,
  foyer,
  outside,
  allowed,
}) => {
  allowed.hosts.push(rooms);
  await foyer.saveAndPublish(addMeeting);
  const host = await foyer.createAccount({ name: 'Hugo Host', roles: ['ROLE_HOST'] });
  const attendee = await foyer.createAccount({ name: 'Ada &audio=off#' });

  const hostContext = await browser.newContext({ baseURL: foyer.url });
  const hostPage = await hostContext.newPage();
  await visitAs(hostPage, foyer, host, panelUrl);
  await press(hostPage, 'Join here');
  await expect(room(hostPage).getByRole('heading', { name: 'Hugo Host' })).toBeVisible();
  await joinRoom(hostPage);

  await visitAs(page, foyer, attendee, panelUrl);
  await page.getByRole('link', { name: 'Join on its own page' }).click();
  await expect(room(page).getByRole('heading', { name: 'Ada &audio=off#' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  const parametersOf = (path: string) => Object.fromEntries(new URL(path, `https://${rooms}`).searchParams);
  const shared = { lang: 'en', jsApi: 'true' };
  expect(outside.requests.map(({ path }) => parametersOf(path))).toEqual([
    { roomKey: 'host', displayName: 'Hugo Host', ...shared },
    { roomKey: 'guest', displayName: 'Ada &audio=off#', ...shared },
  ]);

  await joinRoom(page);
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await page.reload();
  expect(asked).toEqual(['beforeunload']);
  await joinRoom(page);
  const back = page.getByRole('link', { name: 'Back to Lounge' });
  await back.click();
  const question = page.getByRole('alertdialog', { name: 'Leave the meeting?' });
  await expect(question).toBeVisible();
  await press(page, 'Stay');
  await expect(question).toHaveCount(0);
  await expect(room(page).getByText('In the meeting')).toBeVisible();
  const meetingUrl = page.url();
  for (const answer of ['Stay', 'Stay', 'Stay']) {
    await page.goBack();
    await expect(question).toBeVisible();
    await expect(page).toHaveURL(meetingUrl);
    await press(page, answer);
    await expect(question).toHaveCount(0);
  }
  await expect(room(page).getByText('In the meeting')).toBeVisible();
  await back.click();
  await press(page, 'Leave meeting');
  await expect(page.getByRole('heading', { level: 1, name: 'Lounge' })).toBeFocused();

  await room(hostPage).getByRole('button', { name: 'End meeting' }).click();
  await expect(hostPage.getByText('The meeting was ended')).toBeVisible();
  await hostContext.close();
});
