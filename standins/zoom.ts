/** The stand-in for Zoom's Meeting SDK: an archive as `npm pack @zoom/meetingsdk` writes it, with small scripts. */
import { zoomAccount } from './zoomAccount.ts';
import { packZoomArchive, type ArchiveEntry } from './zoomArchive.ts';
import { runZoomSdk } from './zoomSdk.ts';

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

const entries: readonly ArchiveEntry[] = [
  [{ name: 'package/package.json' }, JSON.stringify({ name: '@zoom/meetingsdk', version })],
  [{ name: 'package/LICENSE.md' }, 'A stand-in.'],
  ...Object.entries(served).map(([path, content]): ArchiveEntry => [
    { name: `package/dist/${path}` },
    content,
  ]),
];

export const packZoomStandin = (): Promise<Buffer> => packZoomArchive(entries);
