/** What only a real server provides: the stage behind a link, and a strict content security policy. */
import { expect, test, type Page } from './harness/fixtures.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('a stage link opens the stage, whose pages have a ribbon with the version', async ({ page, foyer }) => {
  await page.goto(await foyer.stageLink());
  await page.getByRole('button').click();
  const ribbon = page.getByRole('complementary', { name: 'Stage', exact: true });
  await expect(ribbon).toContainText(/Stage, version \d+/);
  const version = await foyer.save((architecture) => {
    architecture.titles = [{ locale: 'en', text: 'Rehearsal' }];
  });
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(ribbon).toContainText(`Stage, version ${version}`);
  await page.goto('/stage/v/nightfall/imprint');
  await expect(ribbon).toBeVisible();
  await page.goto('/v/nightfall/imprint');
  await expect(heading(page, 'Imprint')).toBeVisible();
  await expect(ribbon).toHaveCount(0);
});

test('PAGE-02b the content security policy blocks what a rich text could load or run before it is sanitized', async ({
  page,
  foyer,
  allowed,
}) => {
  // The browser reports violations while the text is parsed, before it is sanitized.
  allowed.console.push(/Applying inline style violates/);
  await foyer.saveAndPublish((architecture) => {
    const text = `<p style="position:fixed" onclick="alert(1)">kept</p><img src=x onerror=alert(2)><svg/onload=alert(3)>
      <iframe srcdoc="x"></iframe><base href="https://evil.example/"><style>*{display:none}</style>`;
    architecture.impress = [{ locale: 'en', text }];
  });
  const acted: string[] = [];
  page.on('dialog', (dialog) => {
    acted.push(dialog.message());
    void dialog.dismiss();
  });
  const response = await page.goto('/v/nightfall/imprint');
  const policy = response?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).not.toContain('unsafe');
  await expect(page.locator('.rich-text').getByText('kept')).toBeVisible();
  await expect(page.locator('.rich-text :is(img, svg, iframe, base, style, [style], [onclick])')).toHaveCount(
    0,
  );
  expect(acted).toEqual([]);
});
