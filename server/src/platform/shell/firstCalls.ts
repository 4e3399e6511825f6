/** The first requests of every page, and their responses inlined into the page. */
import {
  getLoginOptions,
  getVenueVersion,
  givenAnswersId,
  type LoginConfiguration,
  type OperatingMode,
  type UiConfig,
  type VenueVersion,
} from '@foyer/contract';

export interface FirstAnswers {
  readonly uiConfig: UiConfig;
  readonly loginOptions: readonly LoginConfiguration[];
  readonly version: VenueVersion;
}

/** By the part of the answers that each brings. */
export function firstCalls(mode: OperatingMode): readonly (readonly [keyof FirstAnswers, string])[] {
  const base = mode === 'STAGE' ? '/stage' : '';
  return [
    ['uiConfig', `${base}/ui-config.json`],
    ['loginOptions', `${base}/api${getLoginOptions.path}`],
    // On the stage it requires a token, which neither a preload link nor a page can send.
    ...(mode === 'STAGE' ? [] : [['version', `/api${getVenueVersion.path}`] as const]),
  ];
}

export function givenAnswers(mode: OperatingMode, answers: FirstAnswers): string {
  const byAddress = Object.fromEntries(firstCalls(mode).map(([part, address]) => [address, answers[part]]));
  // A data element, which needs no policy; an unescaped `<` could end it.
  const json = JSON.stringify(byAddress).replaceAll('<', String.raw`\u003c`);
  return `<script type="application/json" id="${givenAnswersId}">${json}</script>`;
}
