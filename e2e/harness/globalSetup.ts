import { rm } from 'node:fs/promises';
import { build } from '../../scripts/build.ts';
import { bundleServer } from '../../scripts/bundleServer.ts';
import { bundleVariable, prepareVenue, templatesVariable } from './foyer.ts';

/**
 * Builds the web app if its sources have changed, bundles the server, and prepares both venues. Returns what removes the
 * venues again.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  if (build() !== 0) throw new Error('The web app cannot be built, so the journeys cannot run.');
  process.env[bundleVariable] = await bundleServer();
  await Promise.all([prepareVenue('test'), prepareVenue('demo')]);
  return async () => {
    const folder = process.env[templatesVariable];
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
}
