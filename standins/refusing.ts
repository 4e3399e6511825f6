/** Pages that refuse to be framed by other websites, and the providers of meetings that have no others. */
import { page } from './people.ts';
import type { OutsidePage } from './vimeo.ts';

/** @param headers those by which the provider refuses */
export const refusingPage = (
  title: string,
  headers: Readonly<Record<string, string>> = { 'x-frame-options': 'SAMEORIGIN' },
): OutsidePage => ({ status: 200, headers, html: page(title, '<p>This page cannot be framed.</p>') });

const policy = { 'content-security-policy': "frame-ancestors 'none'" };

/** Meetings and votes that open in a tab of their own, by the site that their hosts belong to. */
const meetingPages: readonly (readonly [site: string, answer: OutsidePage])[] = [
  ['teams.microsoft.com', refusingPage('Microsoft Teams', policy)],
  ['webex.com', refusingPage('Webex', policy)],
  ['goto.com', refusingPage('GoTo Meeting')],
  ['menti.com', refusingPage('Menti')],
];

/** The page of a provider that can only be opened in a tab; undefined for any other host. */
export const meetingPage = ({ hostname }: URL): OutsidePage | undefined =>
  meetingPages.find(([site]) => hostname === site || hostname.endsWith(`.${site}`))?.[1];
