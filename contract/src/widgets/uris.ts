/** What widgets with `uris` share: which addresses they accept, and what a designer is warned of. */
import { embedOf, requestUrl, type EmbedProvider } from '../embeds.ts';
import { qrCodeLength } from '../limits.ts';
import { localizedUris, type LocalizedUri } from '../localized.ts';
import { needlessConsentWarnings, type ConfigurationWarning, type MediaDisplayMode } from './define.ts';

/** @param explain why an address is refused; undefined if it is accepted */
export const checkedUris = (explain: (uri: string) => string | undefined) =>
  localizedUris.check((context) => {
    for (const [index, { uri }] of context.value.entries()) {
      const message = explain(uri);
      if (message !== undefined)
        context.issues.push({ code: 'custom', input: uri, path: [index, 'uri'], message });
    }
  });

/** Addresses of one provider: attendees who allow it allow no other host. @param example a page that can be framed */
export const providerUris = ({ hosts }: EmbedProvider, example: string) =>
  checkedUris((uri) =>
    hosts.includes(requestUrl(uri).hostname)
      ? undefined
      : `is not an address on ${hosts.join(' or ')}, such as ${example}`,
  );

interface Links {
  readonly uris: readonly LocalizedUri[];
}

export const missingLinkWarnings = ({ uris }: Links): ConfigurationWarning[] =>
  uris.length === 0 ? [{ reason: 'has no link: set uris' }] : [];

interface ProviderPage extends Links {
  readonly displayMode?: MediaDisplayMode | undefined;
}

/** Warnings about pages of a provider that are to be shown in frames. @param example a page that can be framed */
export const providerPageWarnings =
  (example: string) =>
  (configuration: ProviderPage): ConfigurationWarning[] => [
    ...missingLinkWarnings(configuration),
    ...configuration.uris.flatMap(({ uri }, index) =>
      configuration.displayMode === 'NEW_TAB' || embedOf(uri)
        ? []
        : [
            {
              field: ['uris', index, 'uri'],
              reason: `cannot be shown in the venue, so it opens in a tab: set an address such as ${example}`,
            },
          ],
    ),
  ];

interface QrCode extends Links {
  readonly cookieProviders: readonly string[];
}

export const qrCodeWarnings = (configuration: QrCode): ConfigurationWarning[] => [
  ...missingLinkWarnings(configuration),
  ...configuration.uris.flatMap(({ uri }, index) =>
    uri.length <= qrCodeLength
      ? []
      : [
          {
            field: ['uris', index, 'uri'],
            reason: `has ${uri.length} characters: phones can hardly read a QR code of more than ${qrCodeLength}, so set a shorter address`,
          },
        ],
  ),
  ...needlessConsentWarnings(configuration),
];
