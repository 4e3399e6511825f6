import { findWidgetManifest } from '@foyer/contract/widget';
import { zoomSdkVersion } from '../../platform/venue/isolation.ts';
import type { ConfigurationOf } from '../registry/widgetProps.ts';

/** Whether this page can run a meeting with Zoom's SDK. Others open in a tab. */
export const canRunInPage = (configuration: ConfigurationOf<'ZoomWidget'>): boolean =>
  zoomSdkVersion() !== undefined &&
  crossOriginIsolated &&
  findWidgetManifest('ZoomWidget')?.needsIsolation?.(configuration) === true;
