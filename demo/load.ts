/** Loads the demo venue into a server: uploads its assets, saves the venue and publishes it. */
import { readFile } from 'node:fs/promises';
import type { ResponseOf, VenueInput, getVersion, listVersions } from '@foyer/contract';
import { eveningAt, programmeEnd, withProgramme } from './programme.ts';
import { assetFiles, demoVenue } from './venue.ts';

export interface Destination {
  /** The URL of the server, without a trailing slash. */
  url: string;
  adminKey: string;
}

interface Content {
  bytes: Uint8Array<ArrayBuffer> | string;
  type: string;
}

const json = (value: unknown): Content => ({ bytes: JSON.stringify(value), type: 'application/json' });

async function call(to: Destination, method: string, path: string, content?: Content): Promise<unknown> {
  const response = await fetch(`${to.url}/stage/api${path}`, {
    method,
    headers: { authorization: `Bearer ${to.adminKey}`, ...(content ? { 'content-type': content.type } : {}) },
    ...(content ? { body: content.bytes } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 2_000)}`);
  return text === '' ? undefined : JSON.parse(text);
}

const demoFiles = Object.fromEntries(Object.entries(assetFiles).map(([id, file]) => [id, `assets/${file}`]));

const mediaTypes: Record<string, string> = {
  webp: 'image/webp',
  png: 'image/png',
  mp4: 'video/mp4',
  tar: 'application/x-tar',
};

/** @param files paths by asset id, relative to the folder `demo` */
export async function uploadAssets(
  to: Destination,
  files: Readonly<Record<string, string>> = demoFiles,
): Promise<void> {
  for (const [id, file] of Object.entries(files)) {
    const bytes = new Uint8Array(await readFile(new URL(file, import.meta.url)));
    const type = mediaTypes[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
    const displayName = file.split('/').at(-1) ?? file;
    const path = `/designer/assets/${id}?displayName=${encodeURIComponent(displayName)}`;
    await call(to, 'PUT', path, { bytes, type });
  }
}

/** Saves a venue based on the newest version of its architecture. Returns the new version. */
export async function saveVenue(to: Destination, venue: VenueInput, baseVersion = 0): Promise<number> {
  const response = await call(to, 'POST', '/designer/save-venue-json/stage', json({ baseVersion, venue }));
  return (response as { version: number }).version;
}

export const publish = (to: Destination, architectureId: string): Promise<unknown> =>
  call(to, 'POST', `/designer/publish/${architectureId}`, json({}));

/** Whether the server already has a venue. */
export async function hasVenue(to: Destination): Promise<boolean> {
  return (await newestVersion(to)) !== undefined;
}

async function newestVersion(to: Destination) {
  const list = await call(to, 'GET', '/designer/versions?limit=1');
  return (list as ResponseOf<typeof listVersions>).versions[0];
}

/** @param venue the demo venue, also with a programme (see programme.ts) */
export async function loadDemo(to: Destination, venue = demoVenue): Promise<void> {
  await uploadAssets(to);
  await saveVenue(to, venue);
  await publish(to, 'nightfall');
}

/** Loads the demo venue with the programme of an evening that has just begun. */
export const loadDemoEvening = (to: Destination, now: number): Promise<void> =>
  loadDemo(to, withProgramme(demoVenue, eveningAt(now)));

/**
 * Publishes the venue with a new programme if the current one ends within `withinMs`. Leaves a venue alone that has no
 * programme, or that a designer has changed without publishing it. Returns when the programme ends, undefined without one.
 */
export async function renewProgramme(
  to: Destination,
  now: number,
  withinMs: number,
): Promise<number | undefined> {
  const newest = await newestVersion(to);
  if (newest?.published !== true) return undefined;
  const stored = await call(to, 'GET', `/designer/versions/${newest.version}`);
  const { venue } = stored as ResponseOf<typeof getVersion>;
  const end = programmeEnd(venue);
  if (end === undefined || end - now > withinMs) return end;
  const renewed = withProgramme(venue, eveningAt(now));
  await saveVenue(to, renewed, newest.version);
  await publish(to, newest.architectureId);
  return programmeEnd(renewed);
}

/** Creates a link that opens the stage once. */
export async function stageLink(to: Destination): Promise<string> {
  return ((await call(to, 'POST', '/designer/stage-link', json({}))) as { url: string }).url;
}
