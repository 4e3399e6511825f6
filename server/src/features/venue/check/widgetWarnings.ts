/** Warnings about widgets: those of their manifests, and what the isolation of an area may block (COI-03). */
import {
  externalContents,
  findWidgetManifest,
  type Architecture,
  type Area,
  type WidgetSettings,
} from '@foyer/contract';
import { quoted, type ArchitectureWarning, type Path } from './errorList.ts';

export const findWidgetWarnings = (
  architecture: Architecture,
  settings: WidgetSettings,
): ArchitectureWarning[] => [
  ...configurationWarnings(architecture, settings),
  ...isolationWarnings(architecture, settings),
];

function configurationWarnings(
  { areas, globalWidgets }: Architecture,
  settings: WidgetSettings,
): ArchitectureWarning[] {
  const warningsIn = (
    widgets: Area['contentWidgets'] | Architecture['globalWidgets'],
    path: Path,
  ): ArchitectureWarning[] =>
    widgets.flatMap(({ type, configurations }, index) =>
      configurations.flatMap((configuration, position) =>
        (findWidgetManifest(type)?.warnings?.(configuration, settings) ?? []).map(
          ({ path: field = [], reason }) => ({
            path: [...path, index, 'configurations', position, ...field],
            reason,
          }),
        ),
      ),
    );
  return [
    ...areas.flatMap(({ contentWidgets }, index) =>
      warningsIn(contentWidgets, ['areas', index, 'contentWidgets']),
    ),
    ...warningsIn(globalWidgets, ['globalWidgets']),
  ];
}

/** The widget for which the page of an area is isolated. */
const isolatingWidget = ({ contentWidgets }: Area): string | undefined =>
  contentWidgets.find(({ type, configurations }) =>
    configurations.some((configuration) => findWidgetManifest(type)?.needsIsolation?.(configuration)),
  )?.id;

function isolationWarnings(architecture: Architecture, settings: WidgetSettings): ArchitectureWarning[] {
  return externalContents(architecture, settings).flatMap(({ path, origins }) => {
    const [list, index] = path;
    const area = list === 'areas' ? architecture.areas[Number(index)] : undefined;
    const widget = area && isolatingWidget(area);
    if (widget === undefined) return [];
    const cause = `beside the widget ${quoted(widget)}, because that one needs an isolated page`;
    if (origins.frame?.length)
      return [
        {
          path,
          reason: `loads in a frame, which browsers block ${cause}: move one of them to another area`,
        },
      ];
    // Only the other server knows whether it allows it.
    return (origins.media ?? []).map((origin) => ({
      path,
      reason: `loads from ${new URL(origin).host}, which browsers may block ${cause}: make that server send Access-Control-Allow-Origin, store the video as an asset, or move one of them to another area`,
    }));
  });
}
