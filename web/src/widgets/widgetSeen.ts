/** Which widgets a person has seen, in which version, and when: the widget-seen dates of the browser's storage. */
import { create } from 'zustand';
import { browserStorage, type BrowserStorage } from '../platform/storage/browserStorage.ts';
import type { ActiveWidget } from './activeWidgets.ts';

const storageKey = 'widgetSeen';

export interface Sighting {
  /** `versionOf` what was seen. */
  readonly version: string;
  /** ISO 8601, by this machine's clock. */
  readonly at: string;
}
export type Sightings = Readonly<Record<string, Sighting>>;

/** A short hash (FNV-1a, 52 bits) of a configuration's whole content: any change of it makes another version. */
export function versionOf({ configuration }: ActiveWidget): string {
  const text = JSON.stringify(configuration, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  let [high, low] = [0x811c9dc5, 0x811c9dc5 ^ text.length];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x01000193);
    low = Math.imul(low ^ ((code << 7) | (code >>> 9)), 0x01000193);
  }
  return `${configuration.id}.${((high >>> 0) * 0x100000 + ((low >>> 0) % 0x100000)).toString(36)}`;
}

const isSighting = (value: unknown): value is Sighting =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  typeof value.version === 'string' &&
  'at' in value &&
  typeof value.at === 'string';

/** What the storage holds; whatever in it is not a sighting is left out. */
export function readSightings(storage: BrowserStorage): Sightings {
  try {
    const stored: unknown = JSON.parse(storage.get(storageKey) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, Sighting] => isSighting(entry[1])),
    );
  } catch {
    return {};
  }
}

export const useSightings = create<{ readonly sightings: Sightings }>(() => ({
  sightings: readSightings(browserStorage),
}));

/** Where a widget stands: two areas, or two venues of one server, may each have a widget of the same id. */
export const seenKey = (architectureId: string, areaId: string, widgetId: string): string =>
  `${architectureId}/${areaId}/${widgetId}`;

export const hasSeen = (sightings: Sightings, key: string, version: string): boolean =>
  Object.hasOwn(sightings, key) && sightings[key]?.version === version;

/** Remembers that this version was seen now. Another tab may have written meanwhile: what it saw is kept. */
export function rememberSeen(key: string, version: string, storage: BrowserStorage = browserStorage): void {
  const { sightings } = useSightings.getState();
  if (hasSeen(sightings, key, version)) return;
  const merged = {
    ...sightings,
    ...readSightings(storage),
    [key]: { version, at: new Date().toISOString() },
  };
  storage.set(storageKey, JSON.stringify(merged));
  useSightings.setState({ sightings: merged });
}
