/** Zoom meetings in the page, of a server with the SDK of the stand-in. */
import type { VenueInput } from '@foyer/contract';
import { areaPath, door, findArea, heading, withoutWidgets } from './pages/areaPage.ts';
import { expect, test, withLogin, type Page } from './pages/chatPage.ts';

test.use({ server: { ...withLogin, zoom: true } });

type Architecture = VenueInput['architectures'][number];
type Widget = NonNullable<Architecture['areas'][number]['contentWidgets']>[number];

const helpDesk: Widget = {
  id: 'help-desk',
  type: 'ZoomWidget',
  name: 'Help desk',
  configurations: [
    {
      id: 'always',
      name: 'always',
      meetingUrl: 'https://us02web.zoom.us/j/81234567890?pwd=abc',
      hostMeetingUrl: 'https://us02web.zoom.us/s/81234567890',
      meetingNumber: '812 3456 7890',
      passcode: 'desk-2030',
    },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 } }],
};

const programme: Widget = {
  id: 'programme',
  type: 'IframePopupWidget',
  name: 'Programme',
  configurations: [
    { id: 'page', name: 'page', uris: [{ locale: 'en', uri: 'https://programme.example.org/today' }] },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.3, y: 0.6 } }],
};

/** Waits for it, also while the page is loaded again. */
const expectIsolated = async (page: Page, expected: boolean): Promise<void> =>
  void (await page.waitForFunction((wanted) => crossOriginIsolated === wanted, expected));
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const meeting = (page: Page) => dialog(page, 'Help desk').locator('iframe').contentFrame();

test.beforeEach(async ({ foyer }) => {
  await foyer.saveAndPublish((architecture) => {
    withoutWidgets(architecture);
    findArea(architecture, 'library').contentWidgets = [helpDesk, programme];
  });
});

test('COI-01g COI-03e WIDGET-19c an attendee joins a meeting in an isolated page, whose other frames open in a tab, and leaves it with the area', async ({
  signInAs,
}) => {
  const { page, name } = await signInAs({ name: 'Ada', path: areaPath('lounge') });
  await expectIsolated(page, false);
  await door(page, 'Library').click();
  await expect(heading(page, 'Library')).toBeAttached();
  await expect.poll(() => new URL(page.url()).searchParams.has('coi')).toBe(true);
  await expectIsolated(page, true);

  await door(page, 'Programme').click();
  await expect(dialog(page, 'Programme').getByText('This page can’t be shown beside Zoom')).toBeVisible();
  await expect(dialog(page, 'Programme').locator('iframe')).toHaveCount(0);
  await page.keyboard.press('Escape');

  await door(page, 'Help desk').click();
  await dialog(page, 'Help desk').getByRole('button', { name: 'Join here' }).click();
  await expect(meeting(page).getByText(`${name}  is in the meeting as attendee`)).toBeVisible();
  await meeting(page).getByRole('button', { name: 'Leave' }).click();
  await expect(dialog(page, 'Help desk').getByText('You left the meeting')).toBeVisible();
  await page.keyboard.press('Escape');

  await door(page, 'Lounge').click();
  await expect(heading(page, 'Lounge')).toBeAttached();
  await expectIsolated(page, false);
  expect(page.url()).not.toContain('coi');
});

test('MEET-03m WIDGET-19d a host joins with the rights of a host, and ends the meeting', async ({
  signInAs,
}) => {
  const { page } = await signInAs({
    name: 'Hugo',
    roles: ['ROLE_HOST'],
    path: `${areaPath('library')}&widget=help-desk`,
  });
  await dialog(page, 'Help desk').getByRole('button', { name: 'Join here' }).click();
  await expect(meeting(page).getByText(/is in the meeting as host/)).toBeVisible();
  await meeting(page).getByRole('button', { name: 'End meeting for all' }).click();
  await expect(dialog(page, 'Help desk').getByText('The meeting was ended')).toBeVisible();
});
