/** The header's widget that shows who is here (HEAD-02, HEAD-06). */
import { expect, test } from 'vitest';
import { openLoungePage, attendees, attendee, serverWith, widget } from './testing/presencePage.ts';
import { openPage } from '../../testing/page.ts';

const heightOf = (element: Element): string => getComputedStyle(element).height;

test('HEAD-06a HEAD-02d a signed-in user sees faces and both counts in a header of 102 pixels', async () => {
  const server = serverWith(
    ...attendees('Ingrid Solberg', 'Jonas Weber'),
    attendee('Mei Tanaka', { areaId: 'lobby' }),
  );
  const page = await openLoungePage(server);
  await expect.element(widget(page)).toHaveAccessibleName('Who’s here: 3 here, 4 at the event');
  const faces = () =>
    [...page.document.querySelectorAll<HTMLElement>('.presenceWidget_face')].map((face) => face.innerText);
  await expect.poll(() => faces().toSorted()).toEqual(['IS', 'JW']);
  expect(heightOf(page.getByRole('banner').element())).toBe('102px');
  expect(heightOf(widget(page).element())).toBe('62px');
  await page.expectAccessible('.presenceWidget_widget');
});

test('HEAD-06b no widget is shown where people do not see each other, and the header has 60 pixels', async () => {
  const server = serverWith(...attendees('Bo'));
  server.uiConfig = { ...server.uiConfig, features: { ...server.uiConfig.features, userPresence: false } };
  const page = await openPage('/v/nightfall/area/lounge', { server });
  await expect.element(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
  await expect.element(page.heading('Lounge')).toBeInTheDocument();
  await expect.element(widget(page)).not.toBeInTheDocument();
  expect(heightOf(page.getByRole('banner').element())).toBe('60px');
});

test('HEAD-06c the widget shows three faces up to a width of 1180, and five above', async () => {
  const page = await openLoungePage(serverWith(...attendees('Ada', 'Bo', 'Cy', 'Di', 'Ed', 'Fay')));
  const faces = () =>
    [...page.document.querySelectorAll('.presenceWidget_face')].filter((face) => face.checkVisibility());
  await expect.poll(() => faces().length).toBe(5);
  page.resize(1180, 800);
  await expect.poll(() => faces().length).toBe(3);
});

test('HEAD-06d no face covers the initials of another, even wide ones', async () => {
  const page = await openLoungePage(serverWith(...attendees('Mia Wong', 'Max Weber', 'Mo Wu', 'May West')));
  const faces = () => [...page.document.querySelectorAll<HTMLElement>('.presenceWidget_face')];
  await expect.poll(() => faces().map((face) => face.innerText)).toEqual(['MW', 'MW', 'MW', 'MW']);
  const ring = 2;
  const covered = faces().filter((face, at, { [at + 1]: next }) => {
    const initials = page.document.createRange();
    initials.selectNodeContents(face);
    return next && initials.getBoundingClientRect().right > next.getBoundingClientRect().left - ring;
  });
  expect(covered).toEqual([]);
});
