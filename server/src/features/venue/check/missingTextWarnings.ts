/** Warns on saving about pages that would be empty: the imprint and the privacy policy. */
import type { Venue } from '@foyer/contract';
import { formatPath } from './errorList.ts';
import type { SaveWarning } from './richTextWarnings.ts';

const pages = { impress: 'imprint', privacyNotice: 'privacy policy' } as const;

export const missingTextWarnings = ({ architectures }: Venue): SaveWarning[] =>
  architectures.flatMap((architecture, index) =>
    (['impress', 'privacyNotice'] as const)
      .filter((field) => architecture[field].every(({ text }) => text.trim() === ''))
      .map((field) => ({
        path: formatPath(['architectures', index, field]),
        reason: `has no text: the page with the ${pages[field]} will be empty`,
      })),
  );
