/** The stand-in for Zoom's Meeting SDK: an archive as `npm pack @zoom/meetingsdk` writes it, with small scripts. */
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack, type Header } from 'tar-stream';
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

export type ArchiveEntry = readonly [header: Partial<Header> & { readonly name: string }, content?: string];

const entries: readonly ArchiveEntry[] = [
  [{ name: 'package/package.json' }, JSON.stringify({ name: '@zoom/meetingsdk', version })],
  [{ name: 'package/LICENSE.md' }, 'A stand-in.'],
  ...Object.entries(served).map(([path, content]): ArchiveEntry => [
    { name: `package/dist/${path}` },
    content,
  ]),
];

/** A package with these files, by default the stand-in. */
export async function packZoomArchive(files = entries): Promise<Buffer> {
  const tar = pack();
  for (const [header, content] of files) tar.entry(header, content ?? '');
  tar.finalize();
  return gzipSync(await buffer(tar));
}
