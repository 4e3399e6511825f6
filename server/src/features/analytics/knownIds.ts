/** The ids of the shown venue. Others are not stored, so that no one can fill the tables with invented ids. */
import {
  chatRoomKinds,
  presenceStatuses,
  reactions,
  widgetManifests,
  widgetsOfType,
  type AnalyticsSubject,
  type Architecture,
} from '@foyer/contract';
import type { SubjectColumns } from './tables.ts';

interface KnownIds {
  readonly areas: ReadonlySet<string>;
  /** With their type and, for a widget of an area, that area. */
  readonly widgets: ReadonlyMap<string, { readonly type: string; readonly areaId?: string }>;
  readonly assets: ReadonlySet<string>;
  readonly cards: ReadonlySet<string>;
}

const types: ReadonlySet<string> = new Set(widgetManifests.map(({ type }) => type));
const kinds: ReadonlySet<string> = new Set([...reactions, ...presenceStatuses, ...chatRoomKinds]);
const none: KnownIds = { areas: new Set(), widgets: new Map(), assets: new Set(), cards: new Set() };

const cache = new WeakMap<Architecture, KnownIds>();

export function knownIdsOf(architecture: Architecture | undefined): KnownIds {
  if (architecture === undefined) return none;
  let ids = cache.get(architecture);
  if (ids === undefined) cache.set(architecture, (ids = findIds(architecture)));
  return ids;
}

/**
 * What an event is about, without unknown ids. The area and the type of a known widget are those of the venue; `areaId`
 * is the area of the page.
 */
export function toColumns(ids: KnownIds, subject: AnalyticsSubject, pageAreaId = ''): SubjectColumns {
  const { area = pageAreaId, widget = '', type = '', asset = '', card = '', kind = '' } = subject;
  const found = ids.widgets.get(widget);
  return {
    areaId: found?.areaId ?? (ids.areas.has(area) ? area : ''),
    widgetId: found === undefined ? '' : widget,
    widgetType: found?.type ?? (types.has(type) ? type : ''),
    assetId: ids.assets.has(asset) ? asset : '',
    cardId: ids.cards.has(card) ? card : '',
    kind: kinds.has(kind) ? kind : '',
  };
}

function findIds(architecture: Architecture): KnownIds {
  const { areas, globalWidgets } = architecture;
  const widgets = new Map<string, { type: string; areaId?: string }>();
  for (const { id, type } of globalWidgets) widgets.set(id, { type });
  for (const { id: areaId, contentWidgets } of areas)
    for (const { id, type } of contentWidgets) widgets.set(id, { type, areaId });
  const boards = areas.flatMap(({ contentWidgets }) => widgetsOfType(contentWidgets, 'MediaBoardWidget'));
  const pieces = boards.flatMap(({ configurations }) =>
    configurations.flatMap(({ contentPieces }) => contentPieces.map(({ id }) => id)),
  );
  const assets = new Set<string>();
  collectAssetIds(architecture, assets);
  return { areas: new Set(areas.map(({ id }) => id)), widgets, assets, cards: new Set(pieces) };
}

/** Fields that refer to assets have names such as `assetId`, `posterAssetId` and `assetIds`. */
function collectAssetIds(value: unknown, found: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, field] of Object.entries(value)) {
    if (/assetIds?$/i.test(name)) for (const id of [field].flat()) if (typeof id === 'string') found.add(id);
    collectAssetIds(field, found);
  }
}
