import { prepareVenue } from './foyer.ts';

export default async function prepareVenues(): Promise<void> {
  await Promise.all([prepareVenue('test'), prepareVenue('demo')]);
}
