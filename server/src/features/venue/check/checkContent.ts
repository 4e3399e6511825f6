/**
 * Checks for content that attendees could not see or understand: background videos that cannot be played, cookie
 * providers without a name, and what the manifests of widgets refuse. They are not part of the schema, because pages
 * must open venues that were saved before these checks.
 */
import { explainUnplayableVideo, findWidgetManifest } from '@foyer/contract';
import { describeLocation } from './checkSchema.ts';
import { quoted, type ErrorList, type Path } from './errorList.ts';
import { asRecord, asString, indexedRecords, type JsonRecord } from './untypedJson.ts';

interface Fault {
  /** Below the architecture. */
  readonly path: Path;
  readonly reason: string;
}

/** Accepts any value and skips what the schema rejects, so that one check of a file reports both kinds of errors. */
export function checkContent(root: unknown, errors: ErrorList): void {
  for (const [index, architecture] of indexedRecords(asRecord(root)?.['architectures']))
    for (const fault of [
      ...unnamedProviders(architecture),
      ...unplayableVideos(architecture),
      ...refusedConfigurations(architecture),
    ]) {
      const path = ['architectures', index, ...fault.path];
      errors.add(path, `${fault.reason}${describeLocation(root, path)}`);
    }
}

const isBlank = (value: unknown): value is string => asString(value)?.trim() === '';

function* unnamedProviders({ cookieProviders }: JsonRecord): Generator<Fault> {
  for (const [index, { name, attributes }] of indexedRecords(cookieProviders)) {
    const path = ['cookieProviders', index];
    if (isBlank(name))
      yield {
        path: [...path, 'name'],
        reason: `${quoted(name)} is blank: attendees could not tell whom they allow`,
      };
    for (const [position, { key }] of indexedRecords(attributes))
      if (isBlank(key))
        yield {
          path: [...path, 'attributes', position, 'key'],
          reason: `${quoted(key)} is blank: the cookie banner shows it beside the value`,
        };
  }
}

function* unplayableVideos({ areas }: JsonRecord): Generator<Fault> {
  for (const [index, { viewPoints }] of indexedRecords(areas))
    for (const [position, { background }] of indexedRecords(viewPoints)) {
      const value = asString(asRecord(background)?.['videoUrl']);
      const reason = value === undefined ? undefined : explainUnplayableVideo(value);
      if (value === undefined || reason === undefined) continue;
      yield {
        path: ['areas', index, 'viewPoints', position, 'background', 'videoUrl'],
        reason: `${quoted(value)} ${reason}`,
      };
    }
}

function* refusedConfigurations({ areas, globalWidgets }: JsonRecord): Generator<Fault> {
  for (const [index, { contentWidgets }] of indexedRecords(areas))
    yield* refusedIn(contentWidgets, ['areas', index, 'contentWidgets']);
  yield* refusedIn(globalWidgets, ['globalWidgets']);
}

function* refusedIn(widgets: unknown, path: Path): Generator<Fault> {
  for (const [index, { type, configurations }] of indexedRecords(widgets)) {
    const manifest = findWidgetManifest(asString(type) ?? '');
    if (manifest?.errors === undefined) continue;
    for (const [position, configuration] of indexedRecords(configurations)) {
      const { data } = manifest.schema.safeParse(configuration);
      if (data === undefined) continue;
      for (const { path: field = [], reason } of manifest.errors(data))
        yield { path: [...path, index, 'configurations', position, ...field], reason };
    }
  }
}
