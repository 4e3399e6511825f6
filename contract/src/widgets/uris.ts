/** What widgets with `uris` share: which addresses saving refuses, and what a designer is warned of. */
import { embedOf, requestUrl, type EmbedProvider } from '../embeds.ts';
import { qrCodeBytes } from '../limits.ts';
import type { LocalizedUri } from '../localized.ts';
import { needlessConsentWarnings } from './consentWarnings.ts';
import type { ConfigurationIssue, MediaDisplayMode } from './define.ts';

interface Links {
  readonly uris: readonly LocalizedUri[];
}

/** @param explain what is wrong with an address; undefined if nothing is */
export const uriIssues =
  (explain: (uri: string) => string | undefined) =>
  ({ uris }: Links): ConfigurationIssue[] =>
    uris.flatMap(({ uri }, index) => {
      const reason = explain(uri);
      return reason === undefined ? [] : [{ path: ['uris', index, 'uri'], reason }];
    });

/** Refuses other hosts: attendees who allow a provider allow no other. @param example a page that can be framed */
export const providerUriErrors = ({ hosts }: EmbedProvider, example: string) =>
  uriIssues((uri) =>
    hosts.includes(requestUrl(uri).hostname)
      ? undefined
      : `is not an address on ${hosts.join(' or ')}, such as ${example}`,
  );

export const missingLinkWarnings = ({ uris }: Links): ConfigurationIssue[] =>
  uris.length === 0 ? [{ reason: 'has no link: set uris' }] : [];

interface ProviderPage extends Links {
  readonly displayMode?: MediaDisplayMode | undefined;
}

/** Warnings about pages that are to be shown in frames. @param advice what to do with one that opens in a tab */
const frameWarnings =
  (advice: string) =>
  ({ uris, displayMode }: ProviderPage): ConfigurationIssue[] =>
    displayMode === 'NEW_TAB'
      ? []
      : uriIssues((uri) =>
          embedOf(uri) ? undefined : `cannot be shown in the venue, so it opens in a tab: ${advice}`,
        )({ uris });

/** Warnings about pages of any website that are to be shown in frames. */
export const unframedUriWarnings = frameWarnings('set an address that its website allows in frames');

/** Warnings about pages of a provider that are to be shown in frames. @param example a page that can be framed */
export const providerPageWarnings =
  (example: string) =>
  (configuration: ProviderPage): ConfigurationIssue[] => [
    ...missingLinkWarnings(configuration),
    ...frameWarnings(`set an address such as ${example}`)(configuration),
  ];

const lengthWarnings = uriIssues((uri) => {
  const bytes = new TextEncoder().encode(uri).length;
  return bytes <= qrCodeBytes
    ? undefined
    : `has ${bytes} bytes: phones can hardly read a QR code of more than ${qrCodeBytes}, so set a shorter address`;
});

interface QrCode extends Links {
  readonly cookieProviders: readonly string[];
  readonly displayMode?: MediaDisplayMode | undefined;
}

export const qrCodeWarnings = (configuration: QrCode): ConfigurationIssue[] => [
  ...missingLinkWarnings(configuration),
  ...lengthWarnings(configuration),
  ...needlessConsentWarnings(configuration),
];
