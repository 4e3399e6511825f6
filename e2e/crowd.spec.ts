/** The crowd: simulated attendees who get in as people do, and are seen by those who are there. */
import { Crowd } from '@foyer/demo/crowd/crowd';
import { enter, expect, test as base, widget, withLogin } from './presencePage.ts';

const attendees = 6;

/** A crowd that is let in, and gone when its test ends. */
const test = base.extend<{ crowd: Crowd }>({
  crowd: async ({ foyer }, provide) => {
    const crowd = new Crowd();
    await crowd.come({ ...foyer.destination, attendees });
    await provide(crowd);
    crowd.leave();
  },
});
test.use({ server: withLogin });

test('a crowd logs in, is seen by whoever is there, and leaves nobody behind', async ({
  page,
  foyer,
  crowd,
}) => {
  await enter(page, await foyer.account({ name: 'Amara Okafor' }));
  await expect(widget(page)).toHaveAccessibleName(new RegExp(`, ${attendees + 1} at the event$`));
  expect([crowd.tally.online, [...crowd.tally.faults]]).toEqual([attendees, []]);
  expect(crowd.tally.answers.length).toBeGreaterThanOrEqual(attendees);
  crowd.leave();
  await expect(widget(page)).toHaveAccessibleName(/, 1 at the event$/, { timeout: 20_000 });
});

test('a crowd that is kept out says why', async ({ foyer }) => {
  const crowd = new Crowd();
  const { url } = foyer.destination;
  await expect(crowd.come({ url, attendees })).rejects.toThrow(
    'This venue asks for a login: the crowd needs ADMIN_KEY to make accounts for itself.',
  );
  expect(crowd.tally.online).toBe(0);
});
