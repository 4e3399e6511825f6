import { rm } from 'node:fs/promises';
import { prepareVenue, templatesVariable } from './foyer.ts';

/** Prepares both venues once. Returns what removes them again. */
export default async function prepareVenues(): Promise<() => Promise<void>> {
  await Promise.all([prepareVenue('test'), prepareVenue('demo')]);
  return async () => {
    const folder = process.env[templatesVariable];
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
}
