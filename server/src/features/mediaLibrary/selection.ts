/** Finds the media of a library that a user has chosen for an archive. */
import {
  activeConfiguration,
  widgetsOfType,
  type Architecture,
  type LocalizedText,
  type WidgetOf,
} from '@foyer/contract';
import { ApiError, venueNotFound } from '#platform/apiError';

type LibraryWidget = WidgetOf<'MediaLibraryWidget'>;
export type LibraryFolder = LibraryWidget['configurations'][number]['folders'][number];

/** A media library as its active configuration shows it. */
export interface Library {
  readonly id: string;
  readonly name: string;
  readonly names: readonly LocalizedText[];
  readonly folders: readonly LibraryFolder[];
}

/** The whole library, a folder, or media by their ids. */
export interface Selection {
  readonly folder?: string | undefined;
  readonly media?: readonly string[] | undefined;
}

/** Ids of widgets are unique in their area only. Without an area, the first one of the venue that is shown now. */
export interface LibraryAddress {
  readonly architectureID: string;
  readonly areaId?: string | undefined;
  readonly widgetID: string;
}

const missing = (errMsg: string): ApiError => new ApiError('notFound', errMsg);

/** @throws ApiError `notFound`, whose message says what is missing */
export function findLibrary(
  architecture: Architecture | undefined,
  { architectureID, areaId, widgetID: widgetId }: LibraryAddress,
  now: number,
): Library {
  if (architecture === undefined) throw venueNotFound(architectureID);
  const widgets = architecture.areas
    .filter((area) => areaId === undefined || area.id === areaId)
    .flatMap(({ contentWidgets }) => widgetsOfType(contentWidgets, 'MediaLibraryWidget'))
    .filter(({ id }) => id === widgetId);
  if (widgets.length === 0) {
    const where = areaId === undefined ? 'The venue' : `The area ${areaId}`;
    throw missing(`${where} has no media library ${widgetId}.`);
  }
  for (const { name, names = [], configurations } of widgets) {
    const configuration = activeConfiguration(configurations, now);
    if (configuration !== undefined) return { id: widgetId, name, names, folders: configuration.folders };
  }
  throw missing(`The media library ${widgetId} is not shown at this time.`);
}

/**
 * The folders with the chosen media only.
 * @throws ApiError `notFound`, whose message names an unknown folder or an unknown medium
 */
export function selectMedia(
  { id: widgetId, folders }: Library,
  { folder: folderId, media: mediaIds }: Selection,
): readonly LibraryFolder[] {
  const chosen = folderId === undefined ? folders : folders.filter(({ id }) => id === folderId);
  if (folderId !== undefined && chosen.length === 0)
    throw missing(`The media library ${widgetId} has no folder ${folderId}.`);
  if (mediaIds === undefined) return chosen;
  const wanted = new Set(mediaIds);
  const found = new Set<string>();
  const selected = chosen.map((folder) => {
    const media = folder.media.filter(({ id }) => wanted.has(id));
    for (const { id } of media) found.add(id);
    return { ...folder, media };
  });
  const unknown = mediaIds.find((id) => !found.has(id));
  if (unknown === undefined) return selected;
  const where = folderId === undefined ? `The media library ${widgetId}` : `The folder ${folderId}`;
  throw missing(`${where} has no medium ${unknown}.`);
}
