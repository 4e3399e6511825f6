/** Which widgets the user has seen, in which version and when, in the browser's storage. */
import { fingerprint } from '@foyer/contract/fingerprint';
import { create } from 'zustand';
import { browserStorage, type BrowserStorage } from '../../platform/storage/browserStorage.ts';
import type { ActiveWidget } from './activeWidgets.ts';

const storageKey = 'widgetSeen';

export interface SeenEntry {
  /** `versionOf` the widget when it was seen. */
  readonly version: string;
  /** ISO 8601, by the clock of the browser. */
  readonly at: string;
}
export type SeenWidgets = Readonly<Record<string, SeenEntry>>;

/** By configuration, because that of a large library takes long. Configurations do not change; a new venue has new ones. */
const versions = new WeakMap<object, string>();

/** Identifies the whole configuration: any change makes another version. */
export function versionOf({ configuration }: ActiveWidget): string {
  const known = versions.get(configuration);
  if (known !== undefined) return known;
  const version = `${configuration.id}.${fingerprint(configuration)}`;
  versions.set(configuration, version);
  return version;
}

const isSeenEntry = (value: unknown): value is SeenEntry =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  typeof value.version === 'string' &&
  'at' in value &&
  typeof value.at === 'string';

/** Reads the storage; invalid entries are ignored. */
export function readSeenWidgets(storage: BrowserStorage): SeenWidgets {
  try {
    const stored: unknown = JSON.parse(storage.get(storageKey) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, SeenEntry] => isSeenEntry(entry[1])),
    );
  } catch {
    return {};
  }
}

export const useSeenWidgets = create<{ readonly seen: SeenWidgets }>(() => ({
  seen: readSeenWidgets(browserStorage),
}));

/** The key of a widget: two areas, or two venues of one server, may each have a widget with the same id. */
export const seenKey = (architectureId: string, areaId: string, widgetId: string): string =>
  `${architectureId}/${areaId}/${widgetId}`;

export const hasSeen = (seen: SeenWidgets, key: string, version: string): boolean =>
  Object.hasOwn(seen, key) && seen[key]?.version === version;

/** Stores that the user has seen this version. Entries that another tab has stored meanwhile are kept. */
export function markSeen(key: string, version: string, storage: BrowserStorage = browserStorage): void {
  const { seen } = useSeenWidgets.getState();
  if (hasSeen(seen, key, version)) return;
  const merged = {
    ...seen,
    ...readSeenWidgets(storage),
    [key]: { version, at: new Date().toISOString() },
  };
  storage.set(storageKey, JSON.stringify(merged));
  useSeenWidgets.setState({ seen: merged });
}
