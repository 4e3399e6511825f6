/**
 * `npm run bench -- lighthouse`: runs Lighthouse with a phone profile on the demo, with the built app and a real server: a flat
 * area, a 360° area, a text view and the login. `-- lighthouse login` runs one of them. Prints the four scores, the times
 * behind the first score, the number of requests and the bytes of script and style.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { browserFlags, browserPath } from '../e2e/harness/browser.ts';
import { freePort } from '@foyer/standins/freePort';
import { Foyer, prepareVenue } from '../e2e/harness/foyer.ts';

interface NetworkItem {
  resourceType?: string;
  transferSize?: number;
}

const pages = [
  ['flat area', '/v/nightfall/area/lounge'],
  ['360° area', '/v/nightfall/area/lobby'],
  ['text view', '/v/nightfall/area/lobby?view=text'],
  ['login', '/login'],
] as const;

/** The metrics behind the performance score. */
const times = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
];
const [selected] = process.argv.slice(2);

const kB = (items: NetworkItem[], type: string) =>
  (
    items
      .filter((item) => item.resourceType === type)
      .reduce((sum, item) => sum + (item.transferSize ?? 0), 0) / 1000
  ).toFixed(0);

await prepareVenue('demo');
const foyer = await Foyer.start({ venue: 'demo' });
const port = await freePort();
const profile = await mkdtemp(join(tmpdir(), 'foyer-lighthouse-'));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: await browserPath(),
  args: [...browserFlags, `--remote-debugging-port=${port}`],
});
try {
  for (const [name, path] of pages) {
    if (selected !== undefined && selected !== name) continue;
    const run = await lighthouse(foyer.url + path, { port, output: 'json', logLevel: 'error' });
    if (!run) throw new Error('Lighthouse returned no result');
    const { categories, audits } = run.lhr;
    const scores = Object.values(categories).map(
      ({ title, score }) => `${title} ${Math.round((score ?? 0) * 100)}`,
    );
    const details = audits['network-requests']?.details as { items?: NetworkItem[] } | undefined;
    const items = details?.items ?? [];
    const transfers = `${items.length} requests, script ${kB(items, 'Script')} kB, style ${kB(items, 'Stylesheet')} kB, pictures ${kB(items, 'Image')} kB`;
    console.log(`${name}: ${scores.join(', ')}; ${transfers}`);
    console.log(`  ${times.map((id) => `${audits[id]?.title} ${audits[id]?.displayValue}`).join(', ')}`);
    for (const { score, scoreDisplayMode, title } of Object.values(audits))
      if (score !== null && score < 0.9 && scoreDisplayMode !== 'informative')
        console.log(`  ${Math.round(score * 100)} ${title}`);
  }
} finally {
  await browser.close();
  await foyer.close();
  await rm(profile, { recursive: true, force: true });
}
