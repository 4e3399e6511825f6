/** `npm run foyer -- zoom`: installs Zoom's Meeting SDK into the data folder. It needs no running server. */
import { join } from 'node:path';
import type { Config } from '#platform/config/config';
import {
  installZoomSdk,
  isInZoomSdkRange,
  removeZoomSdk,
  zoomSdkFolder,
  zoomSdkRange,
} from '../features/meeting/index.ts';
import { withFileErrors } from './fileError.ts';
import { UsageError } from './serverCommand.ts';

export const zoomUsage = `zoom install FILE                    installs Zoom's Meeting SDK, FILE as npm pack @zoom/meetingsdk@${zoomSdkRange} writes it
zoom remove                          removes it`;

/** @throws UsageError, FileError, ZoomPackageError */
export async function zoomCommand(
  [name = '', ...args]: readonly string[],
  config: Config,
  print: (line: string) => void,
): Promise<number> {
  const [file, ...more] = args;
  if (name === 'install' && file !== undefined && !file.startsWith('-') && more.length === 0)
    await install(file, config, print);
  else if (name === 'remove' && args.length === 0) await remove(config, print);
  else throw new UsageError('zoom takes "install FILE" or "remove"');
  return 0;
}

async function install(file: string, config: Config, print: (line: string) => void): Promise<void> {
  const folder = join(config.dataDir, zoomSdkFolder);
  const installing = () => installZoomSdk(file, config.dataDir);
  const version = await withFileErrors(folder, 'written', () => withFileErrors(file, 'read', installing));
  print(`Zoom's Meeting SDK ${version} is installed in ${folder}. Running servers use it within 5 seconds.`);
  if (!isInZoomSdkRange(version)) print(`This version of Foyer was made for version ${zoomSdkRange}.`);
  if (config.zoom === undefined)
    print('ZOOM_SDK_KEY and ZOOM_SDK_SECRET are not set for this command; the server needs them.');
}

async function remove({ dataDir }: Config, print: (line: string) => void): Promise<void> {
  const folder = join(dataDir, zoomSdkFolder);
  const wasInstalled = await withFileErrors(folder, 'written', () => removeZoomSdk(dataDir));
  print(wasInstalled ? `Removed ${folder}. Zoom meetings open in a tab.` : 'No SDK is installed.');
}
