/** The stand-in for Zoom's Meeting SDK: an archive as `npm pack @zoom/meetingsdk` writes it, with small scripts. */
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { runZoomSdk, type ZoomAccount } from './zoomSdk.ts';

/** The account that the operator's key belongs to. */
export const zoomAccount: ZoomAccount = {
  sdkKey: 'key-of-the-tests',
  sdkSecret: 'secret-of-the-tests-of-zoom-meetings',
  meetings: {
    '81234567890': { passcode: 'desk-2030' },
    '80000000001': { passcode: '', errorCode: 3008 },
    '80000000002': { passcode: '', errorCode: 4011 },
  },
};

export const zoomEnv = { ZOOM_SDK_KEY: zoomAccount.sdkKey, ZOOM_SDK_SECRET: zoomAccount.sdkSecret };

const version = '6.2.0';
const script = `(${runZoomSdk.toString()})(${JSON.stringify(zoomAccount)})`;

/** What the SDK's package has below its folder `dist`, by path. */
const served: Readonly<Record<string, string>> = {
  [`zoom-meeting-${version}.min.js`]: script,
  'lib/vendor/react.min.js': '',
  'lib/vendor/redux.min.js': '',
  'lib/vendor/redux-thunk.min.js': '',
  'lib/lang/de-DE.json': '{}',
  'lib/lang/en-US.json': '{}',
};

/** The file that a server with the SDK sends for a path. */
export function zoomFileAt(path: string): string | undefined {
  const root = `/zoom-sdk/${version}/`;
  return path.startsWith(root) ? served[path.slice(root.length)] : undefined;
}

/** Writes the archive into a folder. Returns its path. */
export async function createZoomArchive(folder: string): Promise<string> {
  const files = {
    'package.json': JSON.stringify({ name: '@zoom/meetingsdk', version }),
    'LICENSE.md': 'A stand-in.',
    ...Object.fromEntries(Object.entries(served).map(([path, content]) => [`dist/${path}`, content])),
  };
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, 'package', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const archive = join(folder, `zoom-meetingsdk-${version}.tgz`);
  await promisify(execFile)('tar', ['--format=ustar', '-czf', archive, '-C', folder, 'package']);
  return archive;
}
