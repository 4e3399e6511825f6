/** A search through the whole venue. */
import { configurationOf, defineWidget } from './define.ts';

export const globalSearchWidget = defineWidget({
  type: 'GlobalSearchWidget',
  scope: 'global',
  schema: configurationOf({}),
  verb: 'open',
});
