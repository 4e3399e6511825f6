/** Checks ids and references in a venue: unique ids, existing targets, positions that fit the view mode. */
import {
  appVersion,
  assetIdFromUrl,
  essentialConsentId,
  findWidgetManifest,
  instant,
  trackingConsentId,
} from '@foyer/contract';
import { quoted, type ErrorList, type Path } from './errorList.ts';
import { asRecord, asString, indexedRecords, valueAt, type JsonRecord } from './untypedJson.ts';
import { describeLocation } from './checkSchema.ts';

/** The ids that references may point to, collected before the references are checked. */
interface ReferenceContext {
  readonly root: unknown;
  readonly errors: ErrorList;
  /** The viewpoint ids of each area. */
  readonly areas: ReadonlyMap<string, ReadonlySet<string>>;
  readonly assets: ReadonlySet<string>;
  readonly cookieProviders: ReadonlySet<string>;
}

/** An asset that a venue lists, and its path. */
export interface ListedAsset {
  readonly assetId: string;
  readonly path: Path;
}

/**
 * Adds an error for each dangling reference and each duplicate id. Accepts any value and skips what the schema rejects, so
 * that one check of a file reports both kinds of errors.
 * @returns every asset that the venue lists, with its path
 */
export function checkReferences(root: unknown, errors: ErrorList): readonly ListedAsset[] {
  const assets = idsOf(asRecord(root)?.['assets']);
  checkUnique(root, ['assets'], errors);
  const listed = new Map<string, ListedAsset>();
  for (const [index, asset] of indexedRecords(asRecord(root)?.['assets'])) {
    const assetId = asString(asset['id']);
    if (assetId !== undefined && !listed.has(assetId))
      listed.set(assetId, { assetId, path: ['assets', index, 'id'] });
  }
  for (const [index, architecture] of indexedRecords(asRecord(root)?.['architectures'])) {
    const context: ReferenceContext = {
      root,
      errors,
      areas: new Map(
        [...indexedRecords(architecture['areas'])].map(([, area]) => [
          asString(area['id']) ?? '',
          idsOf(area['viewPoints']),
        ]),
      ),
      assets,
      cookieProviders: idsOf(architecture['cookieProviders']),
    };
    checkArchitecture(context, architecture, ['architectures', index]);
    checkNested(context, architecture, ['architectures', index]);
  }
  return [...listed.values()];
}

const idsOf = (list: unknown): ReadonlySet<string> =>
  new Set(
    [...indexedRecords(list)].map(([, entry]) => asString(entry['id'])).filter((id) => id !== undefined),
  );

function checkUnique(root: unknown, path: Path, errors: ErrorList, key = 'id'): void {
  const seen = new Map<string, number>();
  for (const [index, entry] of indexedRecords(valueAt(root, path))) {
    const id = asString(entry[key]);
    if (id === undefined) continue;
    const first = seen.get(id);
    if (first === undefined) seen.set(id, index);
    else
      errors.add(
        [...path, index, key],
        `${quoted(id)} is used twice, first at index ${first}${describeLocation(root, path)}`,
      );
  }
}

function checkArchitecture(context: ReferenceContext, architecture: JsonRecord, path: Path): void {
  const { root, errors } = context;
  if (Array.isArray(architecture['areas']) && architecture['areas'].length === 0)
    errors.add([...path, 'areas'], 'is empty: a venue has at least one area');
  for (const list of ['areas', 'globalWidgets', 'cookieProviders'])
    checkUnique(root, [...path, list], errors);
  checkUnique(root, [...path, 'userProfileAttributes'], errors, 'key');
  checkAreaExists(context, architecture['defaultAreaId'], [...path, 'defaultAreaId']);
  const positionsPath = [...path, 'floorplan', 'areaPositions'];
  checkUnique(root, positionsPath, errors, 'areaId');
  for (const [index, entry] of indexedRecords(asRecord(architecture['floorplan'])?.['areaPositions']))
    checkAreaExists(context, entry['areaId'], [...positionsPath, index, 'areaId']);
  for (const [index, { id }] of indexedRecords(architecture['cookieProviders']))
    if (id === trackingConsentId || id === essentialConsentId)
      errors.add(
        [...path, 'cookieProviders', index, 'id'],
        `${quoted(id)} is reserved: choose another id for this provider`,
      );
  for (const [index, widget] of indexedRecords(architecture['globalWidgets']))
    checkWidget(context, widget, [...path, 'globalWidgets', index]);
  for (const [index, area] of indexedRecords(architecture['areas']))
    checkArea(context, area, [...path, 'areas', index]);
}

function checkArea(context: ReferenceContext, area: JsonRecord, path: Path): void {
  const { root, errors } = context;
  const viewpoints = idsOf(area['viewPoints']);
  if (Array.isArray(area['viewPoints']) && area['viewPoints'].length === 0)
    errors.add(
      [...path, 'viewPoints'],
      `is empty: an area has at least one viewpoint${describeLocation(root, path)}`,
    );
  checkUnique(root, [...path, 'viewPoints'], errors);
  checkUnique(root, [...path, 'contentWidgets'], errors);
  checkViewpointExists(context, viewpoints, area['defaultViewpointId'], [...path, 'defaultViewpointId']);
  for (const [index, viewpoint] of indexedRecords(area['viewPoints'])) {
    const doorsPath = [...path, 'viewPoints', index, 'doors'];
    checkUnique(root, doorsPath, errors);
    for (const [doorIndex, door] of indexedRecords(viewpoint['doors'])) {
      checkAreaExists(context, door['targetAreaId'], [...doorsPath, doorIndex, 'targetAreaId']);
      const target = context.areas.get(asString(door['targetAreaId']) ?? '');
      if (target)
        checkViewpointExists(context, target, door['targetViewpointId'], [
          ...doorsPath,
          doorIndex,
          'targetViewpointId',
        ]);
      checkPositionKind(context, area, door['position'], [...doorsPath, doorIndex, 'position']);
      const opening = asRecord(door['opening'])?.['position'];
      checkPositionKind(context, area, opening, [...doorsPath, doorIndex, 'opening', 'position']);
    }
  }
  for (const [index, widget] of indexedRecords(area['contentWidgets'])) {
    const widgetPath = [...path, 'contentWidgets', index];
    checkWidget(context, widget, widgetPath);
    for (const [placementIndex, placement] of indexedRecords(widget['placements'])) {
      checkViewpointExists(context, viewpoints, placement['viewpointId'], [
        ...widgetPath,
        'placements',
        placementIndex,
        'viewpointId',
      ]);
      checkPositionKind(context, area, placement['position'], [
        ...widgetPath,
        'placements',
        placementIndex,
        'position',
      ]);
    }
  }
}

function checkWidget(context: ReferenceContext, widget: JsonRecord, path: Path): void {
  const type = asString(widget['type']) ?? '';
  const manifest = findWidgetManifest(type);
  const scope = path.at(-2) === 'globalWidgets' ? 'global' : 'content';
  if (manifest?.scope === scope && !manifest.built)
    context.errors.add(
      [...path, 'type'],
      `${type} is a known type, but this version of Foyer (${appVersion}) does not support it yet${describeLocation(context.root, path)}`,
    );
  checkUnique(context.root, [...path, 'configurations'], context.errors);
}

function checkAreaExists({ areas, errors, root }: ReferenceContext, id: unknown, path: Path): void {
  if (typeof id === 'string' && !areas.has(id))
    errors.add(path, `there is no area ${quoted(id)}${describeLocation(root, path)}`);
}

function checkViewpointExists(
  { errors, root }: ReferenceContext,
  among: ReadonlySet<string>,
  id: unknown,
  path: Path,
): void {
  if (typeof id === 'string' && !among.has(id))
    errors.add(path, `there is no viewpoint ${quoted(id)} in that area${describeLocation(root, path)}`);
}

const kindByViewMode: Readonly<Record<string, string>> = { VIEW_2D: '2D', VIEW_360D: '360' };

function checkPositionKind(
  { errors, root }: ReferenceContext,
  area: JsonRecord,
  position: unknown,
  path: Path,
): void {
  const kind = asRecord(position)?.['kind'];
  const expected = kindByViewMode[asString(area['viewMode']) ?? ''];
  if (expected === undefined || (kind !== '2D' && kind !== '360') || kind === expected) return;
  errors.add(
    [...path, 'kind'],
    `${quoted(kind)} does not fit ${asString(area['viewMode'])}, must be "${expected}"${describeLocation(root, path)}`,
  );
}

/** Checks what may occur anywhere: references to assets, cookie providers, begin before end. */
function checkNested(context: ReferenceContext, value: unknown, path: Path): void {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) checkNested(context, entry, [...path, index]);
    return;
  }
  const record = asRecord(value);
  if (!record) return;
  checkPeriod(context, record, path);
  for (const [key, entry] of Object.entries(record)) {
    if (typeof entry === 'string') checkAssetReference(context, entry, [...path, key]);
    else if (key === 'cookieProviders' && isStringArray(entry))
      checkProviders(context, entry, [...path, key]);
    else checkNested(context, entry, [...path, key]);
  }
}

const isStringArray = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

function checkAssetReference({ assets, errors, root }: ReferenceContext, text: string, path: Path): void {
  const key = String(path.at(-1));
  const assetId = key === 'assetId' || key.endsWith('AssetId') ? text : assetIdFromUrl(text);
  if (assetId !== undefined && (assetId === text || key === 'videoUrl') && !assets.has(assetId))
    errors.add(path, `there is no asset ${quoted(assetId)} in "assets"${describeLocation(root, path)}`);
}

function checkProviders(
  { cookieProviders, errors, root }: ReferenceContext,
  list: readonly string[],
  path: Path,
): void {
  for (const [index, provider] of list.entries())
    if (!cookieProviders.has(provider))
      errors.add(
        [...path, index],
        `there is no cookie provider ${quoted(provider)}${describeLocation(root, path)}`,
      );
}

function checkPeriod({ errors, root }: ReferenceContext, { begin, end }: JsonRecord, path: Path): void {
  // `Date.parse` also accepts what the schema rejects, such as "2026-11-20 14:30".
  const [from, to] = [instant.safeParse(begin), instant.safeParse(end)];
  if (from.success && to.success && Date.parse(from.data) >= Date.parse(to.data))
    errors.add(
      [...path, 'end'],
      `${quoted(end)} is not after the begin ${quoted(begin)}${describeLocation(root, path)}`,
    );
}
