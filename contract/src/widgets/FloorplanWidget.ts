/** The floorplan of the venue. */
import { configurationOf, defineWidget } from './define.ts';

export const floorplanWidget = defineWidget({
  type: 'FloorplanWidget',
  scope: 'global',
  built: true,
  schema: configurationOf({}),
  verb: 'open',
});
