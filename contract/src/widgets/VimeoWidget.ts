/** A film or a live stream on Vimeo. */
import { localizedUris } from '../localized.ts';
import { configurationOf, defineWidget, onOff } from './define.ts';

export const vimeoWidget = defineWidget({
  type: 'VimeoWidget',
  scope: 'content',
  schema: configurationOf({ uris: localizedUris, autoplay: onOff, captions: onOff }),
  verb: 'watch',
  happening: 'live',
  // The frame shows the player, not the page of the film that `uris` names.
  origins: () => ({ frame: ['https://player.vimeo.com'] }),
  permissions: () => ['autoplay', 'fullscreen'],
});
