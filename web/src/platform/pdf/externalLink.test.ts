import { expect, test } from 'vitest';
import { externalLink } from './externalLink.ts';

test.each([
  ['https://www.example.com/a?b#c', 'web', 'www.example.com'],
  ['http://example.com:8080/', 'web', 'example.com:8080'],
  // The name is where the link leads, not what looks like it.
  ['https://bank.example@evil.example/', 'web', 'evil.example'],
  ['mailto:ada%40example.com?subject=Hi', 'mail', 'ada@example.com'],
  ['mailto:100%@example.com', 'mail', '100%@example.com'],
  ['tel:+49-30-123', 'phone', '+49-30-123'],
] as const)('PDF-01s %s is a link to %s %s', (url, kind, name) => {
  expect(externalLink(url)).toMatchObject({ kind, name });
});

test.each([
  'javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'file:///etc/passwd',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://venue.example/1',
  'ftp://example.com/',
  'calc.exe',
  '',
])('PDF-01t %s leads nowhere', (url) => {
  expect(externalLink(url)).toBeUndefined();
});
