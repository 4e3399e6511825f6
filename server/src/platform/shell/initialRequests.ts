/** The first requests of every page, and their responses inlined into the page. */
import {
  getLoginOptions,
  getVenueVersion,
  inlinedResponsesId,
  type LoginConfiguration,
  type OperatingMode,
  type UiConfig,
  type VenueVersion,
} from '@foyer/contract';

export interface InitialResponses {
  readonly uiConfig: UiConfig;
  readonly loginOptions: readonly LoginConfiguration[];
  readonly version: VenueVersion;
}

/** The URLs of the requests, with the field of `InitialResponses` that each returns. */
export function initialRequests(mode: OperatingMode): readonly (readonly [keyof InitialResponses, string])[] {
  const base = mode === 'STAGE' ? '/stage' : '';
  return [
    ['uiConfig', `${base}/ui-config.json`],
    ['loginOptions', `${base}/api${getLoginOptions.path}`],
    // On the stage it requires a token, which neither a preload link nor a page can send.
    ...(mode === 'STAGE' ? [] : [['version', `/api${getVenueVersion.path}`] as const]),
  ];
}

/** A script element with the responses by URL, as JSON. */
export function inlineResponses(mode: OperatingMode, responses: InitialResponses): string {
  const byUrl = Object.fromEntries(initialRequests(mode).map(([field, url]) => [url, responses[field]]));
  // A data block, which the content security policy allows. An unescaped `<` could end the element.
  const json = JSON.stringify(byUrl).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${inlinedResponsesId}">${json}</script>`;
}
