/** Configuration of Zoom meetings in the page. */
import { checkGroup } from '#platform/config/variableGroup';
import type { VariableValues } from '#platform/config/variables';

/** An app of Zoom's type "Meeting SDK" or "General". It admits to the meetings of the account that owns it. */
export interface ZoomConfig {
  /** Its client id, which browsers receive. */
  readonly sdkKey: string;
  readonly sdkSecret: string;
}

export function readZoom(values: VariableValues, errors: string[]): ZoomConfig | undefined {
  const { ZOOM_SDK_KEY, ZOOM_SDK_SECRET } = values;
  if (!checkGroup({ ZOOM_SDK_KEY, ZOOM_SDK_SECRET }, errors)) return undefined;
  return { sdkKey: ZOOM_SDK_KEY ?? '', sdkSecret: ZOOM_SDK_SECRET ?? '' };
}

/** The values as variables, without the secret. */
export const describeZoom = (zoom: ZoomConfig | undefined) => ({
  ZOOM_SDK_KEY: zoom?.sdkKey ?? '(not set: Zoom meetings open in a tab)',
  ZOOM_SDK_SECRET: zoom === undefined ? '(not set)' : '(set)',
});
