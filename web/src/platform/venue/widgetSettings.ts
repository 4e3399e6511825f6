import { vimeoStreamsMeta, webexMeta, type WidgetSettings } from '@foyer/contract';

const hasMeta = (name: string): boolean => document.querySelector(`meta[name="${name}"]`) !== null;

/** What the operator has switched on, as the server has written it into the page. */
export const widgetSettings = (): WidgetSettings => ({
  webexEmbedded: hasMeta(webexMeta),
  vimeoStreams: hasMeta(vimeoStreamsMeta),
});
