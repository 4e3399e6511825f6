/** The crowd: simulated attendees who sign in like users and are visible to others. */
import { Crowd } from '@foyer/demo/crowd/crowd';
import { test } from './pages/crowd.ts';
import { openArea, expect, widget, withLogin } from './pages/presencePage.ts';

const attendees = 6;

test.use({ server: withLogin });

test('a crowd signs in with only the administrator’s key, is visible to other attendees, and leaves completely', async ({
  page,
  foyer,
  crowd,
}) => {
  await expect(new Crowd().join({ url: foyer.url, attendees })).rejects.toThrow(
    'The venue requires a login: set ADMIN_KEY, so that the crowd can create accounts.',
  );
  await crowd.join({ ...foyer.destination, attendees });
  await openArea(page, foyer, await foyer.createAccount({ name: 'Amara Okafor' }));
  await expect(widget(page)).toHaveAccessibleName(new RegExp(`, ${attendees + 1} at the event$`));
  expect([crowd.tally.online, [...crowd.tally.errors]]).toEqual([attendees, []]);
  expect(crowd.tally.responseTimesMs.length).toBeGreaterThanOrEqual(attendees);
  crowd.leave();
  await expect(widget(page)).toHaveAccessibleName(/, 1 at the event$/, { timeout: 20_000 });
});
