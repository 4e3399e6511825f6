/** What the parts of a venue say of each other: ids once, references that lead somewhere, positions that fit the view. */
import { appVersion, assetIdOfAddress, findWidgetManifest } from '@foyer/contract';
import { quoted, type FaultList, type Path } from './faultList.ts';
import { asRecord, asText, entriesOf, type Loose } from './untypedJson.ts';
import { whereIn } from './checkSchema.ts';

/** Everything a venue may refer to, gathered in one pass before the references are followed. */
interface Known {
  readonly root: unknown;
  readonly faults: FaultList;
  /** Per area its viewpoints. */
  readonly areas: ReadonlyMap<string, ReadonlySet<string>>;
  readonly assets: ReadonlySet<string>;
  readonly cookieProviders: ReadonlySet<string>;
}

/** An asset that a venue names, and where. */
export interface AssetUse {
  readonly assetId: string;
  readonly path: Path;
}

/**
 * Adds a fault for each reference that dangles and each id that stands twice. Takes any value: what the schema has
 * already refused is passed over, so that one look at a file finds both kinds of faults.
 * @returns every asset the venue lists or refers to, with the first place that names it
 */
export function checkReferences(root: unknown, faults: FaultList): readonly AssetUse[] {
  const assets = idsOf(asRecord(root)?.['assets']);
  checkOnce(root, ['assets'], faults);
  const uses = new Map<string, AssetUse>();
  for (const [index, asset] of entriesOf(asRecord(root)?.['assets'])) {
    const assetId = asText(asset['id']);
    if (assetId !== undefined && !uses.has(assetId))
      uses.set(assetId, { assetId, path: ['assets', index, 'id'] });
  }
  for (const [index, architecture] of entriesOf(asRecord(root)?.['architectures'])) {
    const known: Known = {
      root,
      faults,
      areas: new Map(
        [...entriesOf(architecture['areas'])].map(([, area]) => [
          asText(area['id']) ?? '',
          idsOf(area['viewPoints']),
        ]),
      ),
      assets,
      cookieProviders: idsOf(architecture['cookieProviders']),
    };
    checkArchitecture(known, architecture, ['architectures', index]);
    walk(known, architecture, ['architectures', index]);
  }
  return [...uses.values()];
}

const idsOf = (list: unknown): ReadonlySet<string> =>
  new Set([...entriesOf(list)].map(([, entry]) => asText(entry['id'])).filter((id) => id !== undefined));

function checkOnce(root: unknown, path: Path, faults: FaultList, key = 'id'): void {
  const seen = new Map<string, number>();
  for (const [index, entry] of entriesOf(valueOf(root, path))) {
    const id = asText(entry[key]);
    if (id === undefined) continue;
    const first = seen.get(id);
    if (first === undefined) seen.set(id, index);
    else
      faults.add(
        [...path, index, key],
        `${quoted(id)} stands twice, first at index ${first}${whereIn(root, path)}`,
      );
  }
}

const valueOf = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | undefined)?.[step], root);

function checkArchitecture(known: Known, architecture: Loose, path: Path): void {
  const { root, faults } = known;
  if (Array.isArray(architecture['areas']) && architecture['areas'].length === 0)
    faults.add([...path, 'areas'], 'is empty: a venue has at least one area');
  for (const list of ['areas', 'globalWidgets', 'cookieProviders']) checkOnce(root, [...path, list], faults);
  checkOnce(root, [...path, 'userProfileAttributes'], faults, 'key');
  expectArea(known, architecture['defaultAreaId'], [...path, 'defaultAreaId']);
  const positions = [...path, 'floorplan', 'areaPositions'];
  if (asRecord(architecture['floorplan'])) {
    checkOnce(root, positions, faults, 'areaId');
    for (const [index, entry] of entriesOf(asRecord(architecture['floorplan'])?.['areaPositions']))
      expectArea(known, entry['areaId'], [...positions, index, 'areaId']);
  }
  for (const [index, widget] of entriesOf(architecture['globalWidgets']))
    checkWidget(known, widget, [...path, 'globalWidgets', index]);
  for (const [index, area] of entriesOf(architecture['areas']))
    checkArea(known, area, [...path, 'areas', index]);
}

function checkArea(known: Known, area: Loose, path: Path): void {
  const { root, faults } = known;
  const viewpoints = idsOf(area['viewPoints']);
  if (Array.isArray(area['viewPoints']) && area['viewPoints'].length === 0)
    faults.add([...path, 'viewPoints'], `is empty: an area has at least one viewpoint${whereIn(root, path)}`);
  checkOnce(root, [...path, 'viewPoints'], faults);
  checkOnce(root, [...path, 'contentWidgets'], faults);
  expectViewpoint(known, viewpoints, area['defaultViewpointId'], [...path, 'defaultViewpointId']);
  for (const [index, viewpoint] of entriesOf(area['viewPoints'])) {
    const doors = [...path, 'viewPoints', index, 'doors'];
    checkOnce(root, doors, faults);
    for (const [at, door] of entriesOf(viewpoint['doors'])) {
      expectArea(known, door['targetAreaId'], [...doors, at, 'targetAreaId']);
      const target = known.areas.get(asText(door['targetAreaId']) ?? '');
      if (target)
        expectViewpoint(known, target, door['targetViewpointId'], [...doors, at, 'targetViewpointId']);
      expectKind(known, area, door['position'], [...doors, at, 'position']);
      const opening = asRecord(door['opening'])?.['position'];
      expectKind(known, area, opening, [...doors, at, 'opening', 'position']);
    }
  }
  for (const [index, widget] of entriesOf(area['contentWidgets'])) {
    const at = [...path, 'contentWidgets', index];
    checkWidget(known, widget, at);
    for (const [place, placement] of entriesOf(widget['placements'])) {
      expectViewpoint(known, viewpoints, placement['viewpointId'], [
        ...at,
        'placements',
        place,
        'viewpointId',
      ]);
      expectKind(known, area, placement['position'], [...at, 'placements', place, 'position']);
    }
  }
}

function checkWidget(known: Known, widget: Loose, path: Path): void {
  const type = asText(widget['type']);
  const manifest = type === undefined ? undefined : findWidgetManifest(type);
  const scope = path.at(-2) === 'globalWidgets' ? 'global' : 'content';
  if (manifest?.scope === scope && !manifest.built)
    known.faults.add(
      [...path, 'type'],
      `${type} is a known type, but this version of Foyer (${appVersion}) does not have its widget yet${whereIn(known.root, path)}`,
    );
  checkOnce(known.root, [...path, 'configurations'], known.faults);
}

function expectArea({ areas, faults, root }: Known, id: unknown, path: Path): void {
  if (typeof id === 'string' && !areas.has(id))
    faults.add(path, `there is no area ${quoted(id)}${whereIn(root, path)}`);
}

function expectViewpoint({ faults, root }: Known, among: ReadonlySet<string>, id: unknown, path: Path): void {
  if (typeof id === 'string' && !among.has(id))
    faults.add(path, `there is no viewpoint ${quoted(id)} in that area${whereIn(root, path)}`);
}

const kindOf: Readonly<Record<string, string>> = { VIEW_2D: '2D', VIEW_360D: '360' };

function expectKind({ faults, root }: Known, area: Loose, position: unknown, path: Path): void {
  const kind = asRecord(position)?.['kind'];
  const fitting = kindOf[asText(area['viewMode']) ?? ''];
  if (fitting === undefined || (kind !== '2D' && kind !== '360') || kind === fitting) return;
  faults.add(
    [...path, 'kind'],
    `${quoted(kind)} does not fit ${asText(area['viewMode'])}, must be "${fitting}"${whereIn(root, path)}`,
  );
}

/** What holds wherever it stands: assets by any name, cookie providers, begin before end, addresses of own assets. */
function walk(known: Known, value: unknown, path: Path): void {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries())
      if (typeof entry === 'object') walk(known, entry, [...path, index]);
    return;
  }
  const record = asRecord(value);
  if (!record) return;
  checkPeriod(known, record, path);
  for (const [key, entry] of Object.entries(record)) {
    if (typeof entry === 'string') checkText(known, entry, [...path, key]);
    else if (key === 'cookieProviders' && isTextList(entry)) checkProviders(known, entry, [...path, key]);
    else if (typeof entry === 'object') walk(known, entry, [...path, key]);
  }
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

function checkText({ assets, faults, root }: Known, text: string, path: Path): void {
  const key = String(path.at(-1));
  const assetId = key === 'assetId' || key.endsWith('AssetId') ? text : assetIdOfAddress(text);
  if (assetId !== undefined && (assetId === text || key === 'videoUrl') && !assets.has(assetId))
    faults.add(path, `there is no asset ${quoted(assetId)} in "assets"${whereIn(root, path)}`);
}

function checkProviders({ cookieProviders, faults, root }: Known, list: readonly string[], path: Path): void {
  for (const [index, provider] of list.entries())
    if (!cookieProviders.has(provider))
      faults.add([...path, index], `there is no cookie provider ${quoted(provider)}${whereIn(root, path)}`);
}

function checkPeriod({ faults, root }: Known, { begin, end }: Loose, path: Path): void {
  if (typeof begin !== 'string' || typeof end !== 'string') return;
  if (Date.parse(begin) >= Date.parse(end))
    faults.add(
      [...path, 'end'],
      `${quoted(end)} is not after the begin ${quoted(begin)}${whereIn(root, path)}`,
    );
}
