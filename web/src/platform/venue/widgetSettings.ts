import { webexMeta, type WidgetSettings } from '@foyer/contract';

/** What the operator has switched on, as the server has written it into the page. */
export const widgetSettings = (): WidgetSettings => ({
  webexEmbedded: document.querySelector(`meta[name="${webexMeta}"]`) !== null,
});
