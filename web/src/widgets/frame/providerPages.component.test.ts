/** Pages of Miro and Mentimeter in a frame: consent, the form for frames, and pages that have none. */
import { expect, test } from 'vitest';
import { expectEvents } from '../../platform/analytics/testing/trackedEvents.ts';
import type { FakeServer } from '../../testing/fakeServer.ts';
import { phone, type AppPage, type PageOptions } from '../../testing/page.ts';
import { recordShownWebsites, website } from '../testing/framedWebsite.ts';
import {
  askingForConsent,
  lounge,
  panel,
  replaceResponses,
  serverWith,
  type ContentWidget,
} from '../testing/widgetPage.ts';

type FramedType = 'MiroWidget' | 'MentimeterTagCloudWidget';

/** A widget named Board whose provider has to be accepted. */
const framed = (type: FramedType, uri: string): ContentWidget => ({
  id: 'board',
  type,
  name: 'Board',
  configurations: [
    { id: 'board', name: 'board', cookieProviders: ['provider'], uris: [{ locale: 'en', uri }] },
  ],
  placements: [{ viewpointId: 'main', position: { kind: '2D', x: 0.5, y: 0.42 } }],
});

const serverWithBoard = (type: FramedType, uri: string): FakeServer =>
  serverWith(framed(type, uri)).change(askingForConsent('provider', 'Provider'));

const { shown, open } = recordShownWebsites();

async function openBoard(server: FakeServer, options: PageOptions = {}): Promise<AppPage> {
  const page = await open(`${lounge}?widget=board`, { server, ...options });
  await page.getByRole('button', { name: 'Reject all' }).click();
  await expect.element(panel(page, 'Board').getByRole('button', { name: 'Allow Provider' })).toBeVisible();
  expect(page.document.querySelector('iframe')).toBeNull();
  return page;
}

const frameOf = (page: AppPage): HTMLIFrameElement =>
  panel(page, 'Board').getByCSS('iframe').element() as HTMLIFrameElement;

test('WIDGET-20a, CONSENT-10 a Miro board is framed by its live embed once Miro is accepted, without a reload', async () => {
  await replaceResponses('https://miro.com/*', website);
  const server = serverWithBoard('MiroWidget', 'https://miro.com/app/board/uXjVOq_1=/?share_link_id=7');
  const page = await openBoard(server);
  const { document } = page;
  await panel(page, 'Board').getByRole('button', { name: 'Allow Provider' }).click();
  await expect.poll(() => shown).toEqual(['https://miro.com']);
  expect(page.document).toBe(document);
  expect(frameOf(page).src).toBe('https://miro.com/app/live-embed/uXjVOq_1=/');
  expect(frameOf(page).allow).toBe('clipboard-read; clipboard-write; fullscreen');
  expect(frameOf(page).sandbox.contains('allow-top-navigation')).toBe(false);
  const subject = 'area=lounge widget=board type=MiroWidget';
  await expectEvents(server, ['widget', 'url'], [`widget open ${subject}`, `url access ${subject}`]);
});

test('WIDGET-09a, CONSENT-10 results at Mentimeter are framed on a phone once Mentimeter is accepted, without a reload', async () => {
  await replaceResponses('https://www.mentimeter.com/*', website);
  const uri = 'https://www.mentimeter.com/app/presentation/al3q9/edit?source=share';
  const page = await openBoard(serverWithBoard('MentimeterTagCloudWidget', uri), phone);
  const { document } = page;
  await panel(page, 'Board').getByRole('button', { name: 'Allow Provider' }).click();
  await expect.poll(() => shown).toEqual(['https://www.mentimeter.com']);
  expect(page.document).toBe(document);
  expect(frameOf(page).src).toBe('https://www.mentimeter.com/app/presentation/al3q9/embed');
  expect(frameOf(page).allow).toBe('fullscreen');
  await page.atRest();
  const { width, height } = frameOf(page).getBoundingClientRect();
  expect(width).toBeGreaterThan(0.9 * phone.width);
  expect(height).toBeGreaterThan(0.7 * phone.height);
});

test('WIDGET-20b the keyboard goes into a board and past it', async () => {
  await replaceResponses('https://miro.com/*', website);
  const page = await openBoard(serverWithBoard('MiroWidget', 'https://miro.com/app/board/uXjVOq_1=/'));
  await panel(page, 'Board').getByRole('button', { name: 'Allow Provider' }).click();
  await expect.poll(() => shown).toEqual(['https://miro.com']);
  const skip = page.getByRole('button', { name: 'Skip Board' });
  await page.tabTo(skip);
  await page.press('{Tab}');
  await expect.poll(() => page.focused).toBe(frameOf(page));
  // Out of the frame, whose only element has the focus.
  await page.press('{Shift>}{Tab}{/Shift}');
  await expect.poll(() => page.focused).toBe(skip.element());
  await page.press('{Enter}');
  await page.press('{Tab}');
  expect(panel(page, 'Board').element().contains(page.focused)).toBe(false);
});

test.each([
  ['WIDGET-20c a page of Miro', 'MiroWidget', 'https://miro.com/templates/'],
  ['WIDGET-09b a page of Mentimeter', 'MentimeterTagCloudWidget', 'https://www.mentimeter.com/features'],
] as const)('%s that cannot be framed offers its tab', async (_, type, uri) => {
  const page = await openBoard(serverWithBoard(type, uri));
  await panel(page, 'Board').getByRole('button', { name: 'Allow Provider' }).click();
  await expect.element(panel(page, 'Board').getByText('This page can’t be shown here')).toBeVisible();
  const tab = panel(page, 'Board').getByRole('link', { name: 'Open in new tab' });
  await expect.element(tab).toHaveAttribute('href', uri);
  expect(page.document.querySelector('iframe')).toBeNull();
});
