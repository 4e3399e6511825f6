/** What is derived from the widget manifests: the lists of types and the schemas of widgets in a venue. */
import * as z from 'zod/mini';
import { localizedTexts } from './localized.ts';
import { position, size } from './position.ts';
import { id, text } from './values.ts';
import type { WidgetManifest, WidgetScope } from './widgets/define.ts';
import { widgetManifests } from './widgets/index.ts';

export * from './widgets/define.ts';
export { widgetManifests };

type Manifest = (typeof widgetManifests)[number];
type ManifestIn<S extends WidgetScope> = Extract<Manifest, { readonly scope: S }>;
/** The type of a content widget. */
export type WidgetType = ManifestIn<'content'>['type'];
export type GlobalWidgetType = ManifestIn<'global'>['type'];

const isIn =
  <S extends WidgetScope>(scope: S) =>
  (manifest: Manifest): manifest is ManifestIn<S> =>
    manifest.scope === scope;
const contentManifests = widgetManifests.filter(isIn('content'));
const globalManifests = widgetManifests.filter(isIn('global'));

export const widgetTypes: readonly WidgetType[] = contentManifests.map(({ type }) => type);
export const globalWidgetTypes: readonly GlobalWidgetType[] = globalManifests.map(({ type }) => type);
export const builtWidgetTypes: readonly (WidgetType | GlobalWidgetType)[] = widgetManifests
  .filter(({ built }) => built)
  .map(({ type }) => type);

const manifestsByType = new Map<string, WidgetManifest>(
  widgetManifests.map((manifest) => [manifest.type, manifest]),
);
/** The manifest of a type, undefined for an unknown one. */
export const findWidgetManifest = (type: string): WidgetManifest | undefined => manifestsByType.get(type);

/** Where a widget is: at a position of a viewpoint, optionally with a size as a share of the picture. */
export const placement = z.strictObject({ viewpointId: id, position, size: z.optional(size) });
export type Placement = z.infer<typeof placement>;

const globalWidgetOf = <T extends string, C extends z.ZodMiniObject>({
  type,
  schema,
}: Pick<WidgetManifest<T, WidgetScope, C>, 'type' | 'schema'>) =>
  z.strictObject({
    id,
    type: z.literal(type),
    name: text,
    names: z.optional(localizedTexts),
    configurations: z.array(schema),
  });

const contentWidgetOf = <T extends string, C extends z.ZodMiniObject>(
  manifest: Pick<WidgetManifest<T, WidgetScope, C>, 'type' | 'schema'>,
) => z.strictObject({ ...globalWidgetOf(manifest).shape, placements: z._default(z.array(placement), []) });

type ContentSchemaOf<M> =
  M extends WidgetManifest<infer T, WidgetScope, infer C> ? ReturnType<typeof contentWidgetOf<T, C>> : never;
type GlobalSchemaOf<M> =
  M extends WidgetManifest<infer T, WidgetScope, infer C> ? ReturnType<typeof globalWidgetOf<T, C>> : never;
type NotEmpty<T> = readonly [T, ...T[]];

/** A content widget: a union by `type`, so that a configuration is checked against its own type. */
export const contentWidget = z.discriminatedUnion(
  'type',
  contentManifests.map(contentWidgetOf) as unknown as NotEmpty<ContentSchemaOf<ManifestIn<'content'>>>,
);
export type ContentWidget = z.infer<typeof contentWidget>;

/** A widget of the whole venue, reached from every area. */
export const globalWidget = z.discriminatedUnion(
  'type',
  globalManifests.map(globalWidgetOf) as unknown as NotEmpty<GlobalSchemaOf<ManifestIn<'global'>>>,
);
export type GlobalWidget = z.infer<typeof globalWidget>;

export type Widget = ContentWidget | GlobalWidget;
export type WidgetOf<T extends Widget['type']> = Extract<Widget, { readonly type: T }>;

/** The widgets of one type, for what belongs to that type alone. */
export const widgetsOfType = <W extends { readonly type: string }, T extends W['type']>(
  widgets: readonly W[],
  type: T,
): Extract<W, { readonly type: T }>[] =>
  widgets.filter((widget): widget is Extract<W, { readonly type: T }> => widget.type === type);

/**
 * The configuration that is active (AREA-08): the first one in file order with begin <= now < end.
 * @param now server time, milliseconds since 1970
 */
export function activeConfiguration<C extends { begin?: string | undefined; end?: string | undefined }>(
  configurations: readonly C[],
  now: number,
): C | undefined {
  return configurations.find(
    ({ begin, end }) =>
      (begin === undefined || Date.parse(begin) <= now) && (end === undefined || now < Date.parse(end)),
  );
}
