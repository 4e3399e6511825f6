/** A picture. */
import { localizedAssets } from '../localized.ts';
import { configurationOf, defineWidget, onOff } from './define.ts';

export const imageWidget = defineWidget({
  type: 'ImageWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ assets: localizedAssets, zoom: onOff }),
  verb: 'look',
});
