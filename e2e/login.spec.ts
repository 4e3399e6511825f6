/** The login screen: which ways in there are, how one goes from one to another, and what stands around them. */
import { expect, type AccountOfTest } from './harness.ts';
import { expectAccessible } from './accessible.ts';
import {
  accountMenu,
  changeLoginPage,
  email,
  enter,
  fitsAcross,
  greeting,
  loginTest,
  message,
  password,
  way,
} from './loginPage.ts';
import type { Page } from './harness.ts';

const test = loginTest(({ providers: { cvent, bizzabo, corp, password: own }, env }) => ({
  login: { providers: [own, corp, bizzabo, cvent] },
  env,
}));
const only = (provider: object) => ({ providers: [provider] });

async function typeIn(page: Page, who: AccountOfTest): Promise<void> {
  await email(page).fill(who.email);
  await password(page).fill(who.password);
}

/** The provider's own page is not of this world; where people are sent is what counts. */
async function catchStart(page: Page): Promise<string[]> {
  const started: string[] = [];
  await page.route('**/auth/**', async (route) => {
    started.push(route.request().url());
    await route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>Northwind</title><h1>Northwind</h1>',
    });
  });
  return started;
}

test('LOGIN-01f a button for each way in, labelled as configured, in the order that the organiser is used to', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('listitem')).toHaveText([
    /^Cvent ticket/,
    /^Bizzabo ticket/,
    /^Northwind account/,
    /^Email and password/,
  ]);
});

test('LOGIN-02a the only way in is chosen already, and there is nothing to cancel', async ({
  page,
  foyer,
  houses,
}) => {
  await foyer.loginFile(only(houses.providers.password));
  await page.goto('/login');
  await expect(email(page)).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
});

test('LOGIN-02b Cancel leads back to the list, and to the row one came from', async ({ page }) => {
  await page.goto('/login');
  await way(page, 'Bizzabo ticket').click();
  await expect(email(page)).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(way(page, 'Bizzabo ticket')).toBeFocused();
});

test('LOGIN-02f Back leads from a form to the list, Forward to the form again, and Cancel is the same step', async ({
  page,
  foyer,
}) => {
  await page.goto('/v/nightfall/imprint');
  await page.goto('/v/nightfall/area/library');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await way(page, 'Bizzabo ticket').click();
  await expect(email(page)).toBeFocused();
  await page.goBack();
  await expect(way(page, 'Bizzabo ticket')).toBeFocused();
  await page.goForward();
  await expect(email(page)).toBeFocused();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(way(page, 'Bizzabo ticket')).toBeFocused();
  await way(page, 'Email and password').click();
  await typeIn(page, await foyer.account());
  await enter(page).click();
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/library$/);
  await expect(accountMenu(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/v\/nightfall\/imprint$/);
});

test('LOGIN-02c a sole company account starts by itself on a first arrival, and is a button after coming back', async ({
  page,
  foyer,
  houses,
}) => {
  await foyer.loginFile(only(houses.providers.corp));
  const started = await catchStart(page);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Northwind' })).toBeVisible();
  expect(started).toHaveLength(1);
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Continue with Northwind account' })).toBeVisible();
  expect(started).toHaveLength(1);
});

test('LOGIN-02d a sole company account never starts by itself after an error', async ({
  page,
  foyer,
  houses,
}) => {
  await foyer.loginFile(only(houses.providers.corp));
  const started = await catchStart(page);
  await page.goto('/login?loginError=loginAborted');
  await expect(message(page)).toContainText('You came back without logging in');
  await page.getByRole('button', { name: 'Continue with Northwind account' }).click();
  await expect(page.getByRole('heading', { name: 'Northwind' })).toBeVisible();
  expect(started).toHaveLength(1);
});

test('LOGIN-02e a sole company account never starts by itself after a logout, also in a tab that was at no login before', async ({
  page,
  context,
  foyer,
  houses,
}) => {
  const ada = await foyer.account();
  await page.goto('/login');
  await way(page, 'Email and password').click();
  await typeIn(page, ada);
  await enter(page).click();
  await expect(accountMenu(page)).toBeVisible();
  // Closed before its server goes away for a moment.
  await page.close();
  await foyer.loginFile(only(houses.providers.corp));
  const tab = await context.newPage();
  const started = await catchStart(tab);
  await tab.goto('/v/nightfall/area/lounge');
  await accountMenu(tab).click();
  await tab.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(tab.getByRole('button', { name: 'Continue with Northwind account' })).toBeVisible();
  await tab.reload();
  await expect(tab.getByRole('button', { name: 'Continue with Northwind account' })).toBeVisible();
  expect(started).toEqual([]);
  // A tab that comes later is a first arrival.
  const later = await context.newPage();
  const startedLater = await catchStart(later);
  await later.goto('/login');
  await expect(later.getByRole('heading', { name: 'Northwind' })).toBeVisible();
  expect(startedLater).toHaveLength(1);
});

test('LOGIN-09b choosing a company account starts it at once, with the place one wanted to see', async ({
  page,
}) => {
  const started = await catchStart(page);
  await page.goto('/login?redirect=%2Fv%2Fnightfall%2Farea%2Flounge%3Fview%3Dreading');
  await way(page, 'Northwind account').click();
  await expect(page.getByRole('heading', { name: 'Northwind' })).toBeVisible();
  const [url = ''] = started;
  expect(new URL(url).pathname).toBe('/auth/corp/start');
  expect(new URL(url).searchParams.get('redirect')).toBe('/v/nightfall/area/lounge?view=reading');
});

/** Holds back what a sign-in needs, until it is let go or lost. */
async function holdSession(page: Page) {
  let end: (lost: boolean) => void = () => undefined;
  const held = new Promise<boolean>((resolve) => (end = resolve));
  const asked = page.waitForRequest('**/assets/session-*.js');
  await page.route('**/assets/session-*.js', async (route) => {
    if (await held) await route.abort();
    else await route.continue();
  });
  return { asked, lose: () => end(true), letGo: () => end(false) };
}

test('LOGIN-09e LOGIN-17h what leads to a company account and does not come is told, and one may choose again', async ({
  page,
  allowed,
}) => {
  allowed.console.push(/ERR_FAILED/);
  const piece = await holdSession(page);
  await page.goto('/login');
  await way(page, 'Northwind account').click();
  await piece.asked;
  piece.lose();
  await expect(page.getByRole('alert')).toContainText('We can’t reach the venue just now');
  await expect(way(page, 'Northwind account')).toBeVisible();
});

test('LOGIN-09f whoever cancels before there is what leads to a company account stays', async ({ page }) => {
  const started = await catchStart(page);
  const piece = await holdSession(page);
  await page.goto('/login');
  await way(page, 'Northwind account').click();
  await piece.asked;
  await page.getByRole('button', { name: 'Cancel' }).click();
  const come = page.waitForResponse('**/assets/session-*.js');
  piece.letGo();
  await (await come).finished();
  await way(page, 'Email and password').click();
  await expect(email(page)).toBeVisible();
  expect(started).toEqual([]);
});

test('LOGIN-10a another way in clears what was said of the last one', async ({ page }) => {
  await page.goto('/login?loginError=duplicateAccount');
  await expect(message(page)).toContainText('This email comes in another way');
  await way(page, 'Email and password').click();
  await expect(message(page)).toHaveCount(0);
});

for (const [code, words] of [
  ['loginError', 'The login did not work'],
  ['loginAborted', 'You came back without logging in'],
  ['duplicateAccount', 'This email comes in another way'],
  ['unauthorized', 'You are not let in here'],
  ['unknownError', 'That did not work'],
] as const)
  test(`LOGIN-15g what a company account comes back with is told: ${code}`, async ({ page }) => {
    await page.goto(`/login?loginError=${code}`);
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(way(page, 'Northwind account')).toBeVisible();
  });

test('LOGIN-15h a word of nobody’s in the address is told to nobody', async ({ page }) => {
  await page.goto('/login?loginError=%3Cb%3Eyou%20lost');
  await expect(greeting(page)).toBeVisible();
  await expect(message(page)).toHaveCount(0);
});

test('LOGIN-11b logo and background are the configured ones, and load without a token', async ({ page }) => {
  const authorized: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['authorization']) authorized.push(request.url());
  });
  await page.goto('/login');
  const loaded = (id: string) =>
    page.getByTestId(id).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0);
  await expect.poll(() => loaded('login-logo')).toBe(true);
  await expect.poll(() => loaded('login-background')).toBe(true);
  await expect(page.getByTestId('login-background')).toHaveAttribute(
    'src',
    /\/nightfall\/login-background\//,
  );
  expect(authorized).toEqual([]);
});

test('LOGIN-11c on a phone the header is there only where there is more than one language', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/login');
  await expect(page.getByTestId('login-header')).toBeVisible();
  await changeLoginPage(page, (html) =>
    html.replace(/"supportedLocales":\[[^\]]*\]/, '"supportedLocales":["en"]'),
  );
  await page.goto('/login');
  await expect(greeting(page)).toBeVisible();
  await expect(page.getByTestId('login-header')).toHaveCount(0);
});

test('ROUTE-02c the login page has no footer, and its tab says what it is', async ({ page }) => {
  await page.goto('/login');
  await expect(greeting(page)).toBeVisible();
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await expect(page).toHaveTitle('Log in – Nightfall 26');
});

test('ROUTE-02d after the login one is where one wanted to go', async ({ page, foyer }) => {
  const ada = await foyer.account();
  await page.goto('/v/nightfall/area/lounge?view=reading');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await way(page, 'Email and password').click();
  await typeIn(page, ada);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lounge\?view=reading$/);
});

test('ROUTE-02e whoever is logged in already is led on from the login page', async ({ page, foyer }) => {
  const ada = await foyer.account();
  await page.goto('/login');
  await way(page, 'Email and password').click();
  await typeIn(page, ada);
  await enter(page).click();
  await expect(accountMenu(page)).toBeVisible();
  await page.goto('/login?redirect=%2Fv%2Fnightfall%2Farea%2Flounge');
  await expect(page).toHaveURL(/\/area\/lounge/);
});

test('ROUTE-11f a return address of another host leads to the start', async ({ page, foyer }) => {
  const ada = await foyer.account();
  await page.goto('/login?redirect=https%3A%2F%2Fevil.example%2Fv%2Fnightfall');
  await way(page, 'Email and password').click();
  await typeIn(page, ada);
  await enter(page).click();
  await expect(page).toHaveURL(/\/v\/nightfall\/area\/lobby/);
});

test('GUARD-02b the spinner of the guards never shows on the login page, even where it asks for what it usually holds', async ({
  page,
}) => {
  await changeLoginPage(page, (html) => html.replace(/<script type="application\/json".*?<\/script>/, ''));
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const asked = new Promise<void>((resolve) => {
    void page.route('**/api/venue/version', async (route) => {
      resolve();
      await held;
      await route.continue();
    });
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await asked;
  await expect(page.getByText('Opening the venue')).toHaveCount(0);
  answer();
  await expect(greeting(page)).toBeVisible();
});

test('the whole way in can be gone with the keyboard', async ({ page, foyer }) => {
  const ada = await foyer.account();
  await page.goto('/login');
  await expect(greeting(page)).toBeVisible();
  for (const name of [
    'Skip to the content',
    /^Language/,
    /^Cvent ticket/,
    /^Bizzabo/,
    /^Northwind/,
    /^Email/,
  ]) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(name);
  }
  await page.keyboard.press('Enter');
  await expect(email(page)).toBeFocused();
  await page.keyboard.type(ada.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ada.password);
  await page.keyboard.press('Enter');
  await expect(accountMenu(page)).toBeVisible();
});

for (const [name, width, height, lang] of [
  ['on a desktop', 1440, 900, 'en'],
  ['on a phone', 390, 844, 'en'],
  ['on a narrow phone in German', 360, 740, 'de'],
  ['in Arabic', 1440, 900, 'ar'],
  ['in Arabic on a phone', 390, 844, 'ar'],
] as const)
  test(`LOGIN-01g list and form have no fault that axe finds, and fit: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto(`/login?lang=${lang}`);
    const rows = page.getByRole('listitem').getByRole('button');
    await expect(rows).toHaveCount(4);
    await expectAccessible(page, 'body');
    expect(await fitsAcross(page)).toBe(true);
    await rows.last().click();
    await expect(page.locator('input[name="password"]')).toBeVisible();
    await expectAccessible(page, 'body');
    expect(await fitsAcross(page)).toBe(true);
  });

test('LOGIN-02g whoever has come back to the list and gone on is where they are, whatever is drawn again', async ({
  page,
}) => {
  await page.goto('/login');
  await way(page, 'Bizzabo ticket').click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(way(page, 'Bizzabo ticket')).toBeFocused();
  const language = page.getByRole('combobox', { name: /English|Deutsch/ });
  await language.click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await expect(page.getByText('Wie möchten Sie hereinkommen?')).toBeVisible();
  await expect(language).toBeFocused();
});

test('LOGIN-05z what a password manager has filled in stays when only the state of the history changes', async ({
  page,
}) => {
  await page.goto('/login');
  await way(page, 'Email and password').click();
  await expect(email(page)).toBeFocused();
  await page.evaluate(async () => {
    const field = document.querySelector<HTMLInputElement>('input[type="email"]');
    if (field) field.value = 'ada@example.com';
    history.replaceState({ ...history.state, seen: true }, '');
    for (let turn = 0; turn < 3; turn += 1) await new Promise(requestAnimationFrame);
  });
  await expect(email(page)).toHaveValue('ada@example.com');
});
