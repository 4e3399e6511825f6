/** The chat room of the venue. */
import { configurationOf, defineWidget, onOff } from './define.ts';

export const globalChatWidget = defineWidget({
  type: 'GlobalChatWidget',
  scope: 'global',
  built: true,
  schema: configurationOf({ guestsMayWrite: onOff }),
  verb: 'open',
});
