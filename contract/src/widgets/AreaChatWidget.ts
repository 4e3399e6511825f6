/** The chat room of an area. */
import { configurationOf, defineWidget, onOff } from './define.ts';

export const areaChatWidget = defineWidget({
  type: 'AreaChatWidget',
  scope: 'content',
  built: true,
  schema: configurationOf({ guestsMayWrite: onOff }),
  verb: 'open',
});
