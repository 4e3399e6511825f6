/** A crowd of simulated attendees, who leave when the test ends. */
import { Crowd } from '@foyer/demo/crowd/crowd';
import { test as base } from './presencePage.ts';

export const test = base.extend<{ crowd: Crowd }>({
  crowd: async ({}, provide) => {
    const crowd = new Crowd();
    await provide(crowd);
    crowd.leave();
  },
});
