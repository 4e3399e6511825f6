/** Reactions that everyone in the area sees. */
import { configurationOf, defineWidget } from './define.ts';

export const areaReactionsWidget = defineWidget({
  type: 'AreaReactionsWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({}),
  verb: 'open',
});
