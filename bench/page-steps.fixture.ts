/** Measures the longest task of a page in each step of using one widget. */
import { chromium, type Page } from '@playwright/test';
import type { WidgetInput } from '@foyer/contract';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserFlags, browserPath } from '../e2e/harness/browser.ts';
import { oneArea, onePixel, pictureOfOneArea } from './big-venue.fixture.ts';
import { callDesigner, startFoyer } from './foyer.fixture.ts';
import { tasksWhile } from './page-tasks.fixture.ts';

const taskLimitMs = 50;

export interface PageStep {
  readonly name: string;
  readonly run: (page: Page) => Promise<void>;
}

interface MeasuredWidget {
  /** The name of the benchmark. */
  readonly bench: string;
  /** What the widget contains, for the results. */
  readonly contents: string;
  readonly widget: WidgetInput;
  /** In their order, on a page that shows the area of the widget. */
  readonly steps: readonly PageStep[];
}

/** Opens the widget of the area. */
export const openWidget = (page: Page): Promise<void> =>
  page.locator('li[data-kind="widget"] a').first().click();

/** Prints the results, and with `--write` appends them to RESULTS.md. The exit code is 1 if a task took too long. */
export async function measureSteps({ bench, contents, widget, steps }: MeasuredWidget): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), `foyer-${bench}-`));
  const foyer = await startFoyer(dataDir);
  try {
    await callDesigner(foyer.url, 'PUT', `/designer/assets/${pictureOfOneArea}`, onePixel);
    const saved = JSON.stringify({ baseVersion: 0, venue: oneArea([widget]) });
    await callDesigner(foyer.url, 'POST', '/designer/save-venue-json/stage', saved);
    await callDesigner(foyer.url, 'POST', '/designer/publish/expo', '{}');
    const browser = await chromium.launch({ executablePath: await browserPath(), args: browserFlags });
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
      await page.goto(`${foyer.url}/v/expo/area/hall-0?lang=en`);
      await page.locator('li[data-kind="widget"] a').first().waitFor();
      const lines: string[] = [];
      let worst = 0;
      for (const { name, run } of steps) {
        const [longest = Number.NaN, next = Number.NaN] = await tasksWhile(browser, page, () => run(page));
        worst = Math.max(worst, longest);
        lines.push(`${name} ${longest.toFixed(0)} (next ${next.toFixed(0)})`);
      }
      const result = `
- ${new Date().toISOString().slice(0, 10)} \`npm run bench -- ${bench}\` (${contents}; Node ${process.versions.node}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(0)}, Chromium without a graphics card):
  - longest task of the page ${worst.toFixed(0)} ms of processor time, at most ${taskLimitMs}: ${worst <= taskLimitMs ? 'holds' : 'does not hold'}. In milliseconds: ${lines.join(', ')}
`;
      console.log(result);
      if (worst > taskLimitMs) process.exitCode = 1;
      if (process.argv.includes('--write')) await appendFile(join(import.meta.dirname, 'RESULTS.md'), result);
    } finally {
      await browser.close();
    }
  } finally {
    await foyer.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
