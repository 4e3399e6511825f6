import type { WidgetProps } from '../registry/widgetProps.ts';

/** How a widget shows its film, in Vimeo's player and in this page's own. */
export const filmOf = ({ configuration, presentation, name, open }: WidgetProps<'VimeoWidget'>) => ({
  // Only in a panel, which a click has opened: in the picture a film would start unasked.
  autoplay: configuration.autoplay === true && presentation === 'panel',
  captions: configuration.captions === true,
  presentation,
  name,
  open,
});
