/** A background that moves, in a venue that asks for a login. */
import { areaPath } from './areaPage.ts';
import { expect, test } from './harness.ts';
import { signInAnywhere } from './profilePage.ts';

test.use({ server: { login: { providers: [{ type: 'password' }] } } });

test('ASSET-02e a background that moves is asked for with a signature at once', async ({ page, foyer }) => {
  const account = await foyer.account({});
  const answers: number[] = [];
  page.on('response', (response) => {
    if (response.url().includes('plenary-loop')) answers.push(response.status());
  });
  await page.goto(areaPath('plenary'));
  await signInAnywhere(page, account);
  await expect(page.locator('[data-phase="here"] video')).toHaveAttribute('data-shown', 'true');
  expect(answers.filter((status) => status >= 400)).toEqual([]);
  expect(answers).not.toEqual([]);
});
