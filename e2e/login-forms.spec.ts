/** The forms of the login: what may stand in them, what they say, and that they let people in. */
import { stopTime } from './commonClock.ts';
import { expect, type Page } from './harness.ts';
import { expectAccessible } from './accessible.ts';
import {
  accountMenu,
  email,
  enter,
  greeting,
  loginTest,
  message,
  number,
  password,
  way,
} from './loginPage.ts';

const demo = {
  accounts: [{ role: 'ROLE_HOST', email: 'hugo@example.com', password: 'welcome to the night' }],
  tickets: { cvent: { number: 'NIGHT2FALL26' }, bizzabo: { number: '260001', email: 'mara@example.com' } },
};
const test = loginTest(({ providers: { cvent, bizzabo, password: own }, env }) => ({
  login: { providers: [own, bizzabo, cvent], registration: { allowedDomains: ['nightfall.example'] }, demo },
  env,
}));

/** What the browser itself says of every refused call. */
const refusedCall = /status of (4|5)\d\d/;
const resetLink = (page: Page) => page.getByRole('button', { name: 'Send me a link to set a new one' });
const faultOf = (page: Page, text: string) => page.getByText(text, { exact: true });

async function open(page: Page, name: string): Promise<void> {
  await page.goto('/login');
  await way(page, name).click();
}

interface Refused {
  readonly status: number;
  readonly code: string;
  readonly errMsg: string;
  /** Seconds. */
  readonly retryAfter?: number;
}

/** Refuses sign-ins so, and counts them. */
async function refuseSignIn(
  page: Page,
  { status, retryAfter, ...answer }: Refused,
): Promise<{ count: number }> {
  const calls = { count: 0 };
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  await page.route('**/api/session/sign-in', async (route) => {
    calls.count += 1;
    await route.fulfill({ status, json: { requestId: 'r-1', ...answer }, headers });
  });
  return calls;
}

test('LOGIN-07c Enter waits until email and password are filled and valid', async ({ page }) => {
  await open(page, 'Email and password');
  await expect(enter(page)).toBeDisabled();
  await email(page).fill('mara');
  await password(page).fill('anything');
  await expect(enter(page)).toBeDisabled();
  await expect(faultOf(page, 'This does not look like an email address.')).toBeVisible();
  await email(page).fill('mara@example.com');
  await expect(enter(page)).toBeEnabled();
  await expect(faultOf(page, 'This does not look like an email address.')).toHaveCount(0);
});

test('LOGIN-07e Enter in a form that is not complete tells what is missing, and leads there', async ({
  page,
}) => {
  await open(page, 'Email and password');
  await email(page).fill('mara@example.com');
  await email(page).press('Enter');
  await expect(password(page)).toHaveAccessibleDescription('Please fill this in.');
  await expect(password(page)).toBeFocused();
  await expect(enter(page)).toBeDisabled();
  await email(page).fill('mara');
  await email(page).press('Enter');
  await expect(email(page)).toHaveAccessibleDescription('This does not look like an email address.');
  await expect(email(page)).toBeFocused();
});

test('LOGIN-07d a field of 128 characters is too long', async ({ page }) => {
  await open(page, 'Email and password');
  await email(page).fill('mara@example.com');
  await password(page).fill('p'.repeat(128));
  await password(page).press('Tab');
  await expect(faultOf(page, 'This is too long: at most 127 characters.')).toBeVisible();
  await expect(enter(page)).toBeDisabled();
  await password(page).fill('p'.repeat(127));
  await expect(enter(page)).toBeEnabled();
});

test('LOGIN-08a a field tells no fault before somebody was in it', async ({ page }) => {
  await open(page, 'Email and password');
  await expect(email(page)).toBeFocused();
  await expect(email(page)).toHaveAttribute('aria-invalid', 'false');
  await email(page).press('Tab');
  await expect(email(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(email(page)).toHaveAccessibleDescription('Please fill this in.');
});

test('LOGIN-08b what the browser fills in without a word is seen, and validated at once', async ({
  page,
}) => {
  await open(page, 'Email and password');
  const fillQuietly = (name: string, value: string) =>
    page.locator(`input[name="${name}"]`).evaluate((input, text) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    }, value);
  await enter(page).evaluate(() => (document.activeElement as HTMLElement).blur());
  await fillQuietly('email', 'mara@example');
  await fillQuietly('password', 'right horse');
  await expect(enter(page)).toBeEnabled();
  await fillQuietly('email', 'mara');
  await expect(faultOf(page, 'This does not look like an email address.')).toBeVisible();
  await expect(enter(page)).toBeDisabled();
});

test('fields say to browsers and phones what they are for', async ({ page }) => {
  await open(page, 'Email and password');
  await expect(email(page)).toHaveAttribute('type', 'email');
  await expect(email(page)).toHaveAttribute('inputmode', 'email');
  await expect(email(page)).toHaveAttribute('autocomplete', 'username');
  await expect(password(page)).toHaveAttribute('autocomplete', 'current-password');
});

test('a password can be shown and hidden again', async ({ page }) => {
  await open(page, 'Email and password');
  await password(page).fill('right horse');
  await page.getByRole('button', { name: 'Show the password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Hide the password' }).click();
  await expect(password(page)).toHaveAttribute('type', 'password');
});

test('LOGIN-15i LOGIN-17e a wrong password is told in red above the form, and has the focus again', async ({
  page,
  foyer,
  allowed,
}) => {
  allowed.console.push(refusedCall);
  const ada = await foyer.account();
  await open(page, 'Email and password');
  await email(page).fill(ada.email);
  await password(page).fill('not the right one');
  await password(page).press('Enter');
  await expect(page.getByRole('alert')).toContainText('Email and password don’t match');
  await expect(message(page)).toBeVisible();
  await expect(password(page)).toBeFocused();
  await expect(password(page)).toHaveAccessibleDescription(/Email and password don’t match/);
  await expectAccessible(page, 'body');
  await password(page).fill(ada.password);
  await enter(page).click();
  await expect(accountMenu(page)).toBeVisible();
});

test('LOGIN-03a while it is checked a spinner says so, and nothing is sent twice', async ({
  page,
  foyer,
}) => {
  const ada = await foyer.account();
  await open(page, 'Email and password');
  await email(page).fill(ada.email);
  await password(page).fill(ada.password);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  let sent = 0;
  await page.route('**/api/session/sign-in', async (route) => {
    sent += 1;
    await held;
    await route.continue();
  });
  await enter(page).click();
  await expect(page.getByRole('button', { name: 'Checking, one moment' })).toBeVisible();
  await password(page).press('Enter');
  answer();
  await expect(accountMenu(page)).toBeVisible();
  expect(sent).toBe(1);
});

test('LOGIN-10b what an attempt comes to is told in no other form than its own', async ({
  page,
  allowed,
}) => {
  allowed.console.push(refusedCall);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/session/sign-in', async (route) => {
    await held;
    const json = { requestId: 'r-1', code: 'accountBlocked', errMsg: 'blocked' };
    await route.fulfill({ status: 403, json });
  });
  await page.clock.install();
  await open(page, 'Email and password');
  await email(page).fill('mara@example.com');
  await password(page).fill('anything');
  await enter(page).click();
  // What is given up is waited for a little while: that does not pass while a test looks on.
  await stopTime(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await way(page, 'Bizzabo ticket').click();
  const answered = page.waitForResponse('**/api/session/sign-in');
  answer();
  await (await answered).finished();
  await number(page).fill('26 1');
  await number(page).press('Tab');
  await expect(faultOf(page, 'Only digits stand in it.')).toBeVisible();
  await expect(message(page)).toHaveCount(0);
});

test('LOGIN-16c after six failures the seconds are counted down', async ({ page, foyer, allowed }) => {
  allowed.console.push(refusedCall);
  const ada = await foyer.account();
  await open(page, 'Email and password');
  await email(page).fill(ada.email);
  for (let failure = 1; failure <= 6; failure += 1) {
    await password(page).fill(`wrong for the ${failure}. time`);
    const answered = page.waitForResponse('**/api/session/sign-in');
    await password(page).press('Enter');
    await answered;
    await expect(message(page)).toBeVisible();
  }
  await password(page).fill(ada.password);
  await password(page).press('Enter');
  await expect(message(page)).toContainText('Too many attempts');
  const shown = message(page)
    .locator('[aria-hidden="true"]')
    .filter({ hasText: /You can try again in \d+ seconds?\./ });
  const seconds = async () => Number(/\d+/.exec((await shown.textContent()) ?? '')?.[0]);
  const first = await seconds();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThanOrEqual(120);
  await expect.poll(seconds).toBeLessThan(first);
});

test('LOGIN-16d when the wait is over, its message goes', async ({ page, allowed }) => {
  allowed.console.push(refusedCall);
  await page.clock.install();
  await refuseSignIn(page, { status: 429, code: 'tooManyAttempts', errMsg: 'wait', retryAfter: 60 });
  await open(page, 'Email and password');
  await email(page).fill('mara@example.com');
  await password(page).fill('anything');
  await enter(page).click();
  await expect(message(page)).toContainText('Too many attempts');
  await page.clock.runFor(61_000);
  await expect(message(page)).toHaveCount(0);
});

for (const [status, code, words] of [
  [409, 'duplicateAccount', 'This email comes in another way'],
  [404, 'unknownUser', 'We don’t know this email'],
  [403, 'accountBlocked', 'This account is blocked'],
  [503, 'unavailable', 'The doors are stuck, says the caretaker'],
] as const)
  test(`LOGIN-15j LOGIN-17f what the server refuses with has its words: ${code}`, async ({
    page,
    allowed,
  }) => {
    allowed.console.push(refusedCall);
    await refuseSignIn(page, { status, code, errMsg: 'The doors are stuck, says the caretaker' });
    await open(page, 'Email and password');
    await email(page).fill('mara@example.com');
    await password(page).fill('anything');
    await enter(page).click();
    await expect(page.getByRole('alert')).toContainText(words);
  });

test('ERROR-04i a sign-in is never tried again by itself', async ({ page, allowed }) => {
  allowed.console.push(refusedCall);
  const calls = await refuseSignIn(page, {
    status: 503,
    code: 'unavailable',
    errMsg: 'not now',
    retryAfter: 1,
  });
  await open(page, 'Email and password');
  await email(page).fill('mara@example.com');
  await password(page).fill('anything');
  await enter(page).click();
  await expect(message(page)).toContainText('not now');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(enter(page)).toBeEnabled();
  expect(calls.count).toBe(1);
});

test('LOGIN-04b a new password is asked for only while the email is valid; that it was sent is told in green', async ({
  page,
  foyer,
  houses,
}) => {
  const ada = await foyer.account();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/account/reset-password')) asked += 1;
  });
  await open(page, 'Email and password');
  await expect(resetLink(page)).toBeDisabled();
  for (const [typed, is] of [
    ['mara', 'off'],
    ['nobody-here@example.com', 'on'],
    [`${'m'.repeat(120)}@example.com`, 'off'],
    ['', 'off'],
    ['nobody-here@example.com', 'on'],
  ] as const) {
    await email(page).fill(typed);
    await expect(resetLink(page)).toBeEnabled({ enabled: is === 'on' });
  }
  // The email alone counts: there is no password yet.
  await expect(password(page)).toHaveValue('');
  expect(asked).toBe(0);
  const told = message(page, 'info');
  for (const [index, address] of ['nobody-here@example.com', ada.email].entries()) {
    await email(page).fill(address);
    await resetLink(page).click();
    await expect.poll(() => asked).toBe(index + 1);
    await expect(told).toContainText('Look into your mailbox');
    await expect(page.getByRole('status').filter({ has: told })).toBeVisible();
  }
  await expect(message(page, 'error')).toHaveCount(0);
  const [red = 0, green = 0, blue = 0] = await told.locator('svg').evaluate((mark) => {
    const pixel = document.createElement('canvas').getContext('2d');
    if (!pixel) return [];
    pixel.fillStyle = getComputedStyle(mark).color;
    pixel.fillRect(0, 0, 1, 1);
    return [...pixel.getImageData(0, 0, 1, 1).data];
  });
  expect(green).toBeGreaterThan(Math.max(red, blue));
  // Mails go out one after the other: hers has come, and nobody's did not.
  await houses.smtp.mailsTo(ada.email);
  expect(houses.smtp.mails.filter(({ to }) => to.includes('nobody-here@example.com'))).toEqual([]);
  await expectAccessible(page, 'body');
});

test('LOGIN-04c without a way to send mails no link is offered', async ({ page, foyer }) => {
  await foyer.away();
  await foyer.back({ SMTP_URL: '', MAIL_FROM: '' });
  try {
    await open(page, 'Email and password');
    await expect(email(page)).toBeVisible();
    await expect(resetLink(page)).toHaveCount(0);
    // What it fetches ahead of a sign-in would miss the server.
    await page.goto('about:blank');
  } finally {
    await foyer.away();
    await foyer.back();
  }
});

test('LOGIN-05b a confirmation number has letters and digits only', async ({ page }) => {
  await open(page, 'Cvent ticket');
  await expect(enter(page)).toBeDisabled();
  await number(page).fill('NIGHT-26');
  await number(page).press('Tab');
  await expect(faultOf(page, 'Only letters and digits stand in it.')).toBeVisible();
  await expect(enter(page)).toBeDisabled();
  await number(page).fill('NIGHT26');
  await expect(enter(page)).toBeEnabled();
});

test('LOGIN-13b a confirmation number lets in whom the platform knows', async ({ page }) => {
  await open(page, 'Cvent ticket');
  await number(page).fill('DAWN7KEEPER');
  await number(page).press('Enter');
  await expect(accountMenu(page)).toBeVisible();
});

for (const [name, typed, words] of [
  ['not known', 'NOBODYHAS1', 'We don’t know this confirmation number'],
  ['cancelled', 'CANCEL4LED1', 'This registration isn’t confirmed'],
] as const)
  test(`LOGIN-14c LOGIN-18a a confirmation number that is ${name} has its own message`, async ({ page }) => {
    await open(page, 'Cvent ticket');
    await number(page).fill(typed);
    await enter(page).click();
    await expect(page.getByRole('alert')).toContainText(words);
    await expect(number(page)).toBeVisible();
  });

test('LOGIN-17j what was said of a number is over when another is typed, or filled in', async ({ page }) => {
  await open(page, 'Cvent ticket');
  await number(page).fill('NOBODYHAS1');
  await number(page).press('Enter');
  await expect(message(page)).toContainText('We don’t know this confirmation number');
  await number(page).press('End');
  await number(page).press('Backspace');
  await expect(message(page)).toHaveCount(0);
  await expect(number(page)).toHaveAttribute('aria-invalid', 'false');
  await number(page).press('Enter');
  await expect(message(page)).toBeVisible();
  await page.getByRole('button', { name: 'Fill in a number to try it with' }).click();
  await expect(message(page)).toHaveCount(0);
});

test('what is wrong with a field is nearer to it than to the next one', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, 'Bizzabo ticket');
  await email(page).fill('mara');
  await email(page).press('Tab');
  const fault = await faultOf(page, 'This does not look like an email address.').boundingBox();
  const field = await email(page).boundingBox();
  const next = await page.getByText('Registration number', { exact: true }).boundingBox();
  if (!fault || !field || !next) throw new Error('the form is not there');
  // The line of the fault ends with the room that keeps the next label away.
  expect(next.y - (fault.y + 22)).toBeGreaterThan(fault.y + 4 - (field.y + field.height));
});

test('LOGIN-13c an empty email in the platform’s answer means wrong credentials, and nobody signs in', async ({
  page,
}) => {
  let signedIn = false;
  page.on('request', (request) => {
    if (request.url().endsWith('/session/sign-in')) signedIn = true;
  });
  await page.route('**/api/cvent/login', (route) =>
    route.fulfill({ json: { status: 'USER_FOUND', emailAddress: '' } }),
  );
  await open(page, 'Cvent ticket');
  await number(page).fill('DAWN7KEEPER');
  await enter(page).click();
  await expect(message(page)).toContainText('We don’t know this confirmation number');
  expect(signedIn).toBe(false);
});

test('LOGIN-06d a registration number is a whole number up to 2147483647', async ({ page }) => {
  await open(page, 'Bizzabo ticket');
  await email(page).fill('mara@example.com');
  await number(page).fill('2147483648');
  await number(page).press('Tab');
  await expect(faultOf(page, 'This number is too large.')).toBeVisible();
  await expect(enter(page)).toBeDisabled();
  await number(page).fill('26 1');
  await expect(faultOf(page, 'Only digits stand in it.')).toBeVisible();
  await number(page).fill('2147483647');
  await expect(enter(page)).toBeEnabled();
});

test('LOGIN-13d email and registration number let in whom the platform knows', async ({ page }) => {
  await open(page, 'Bizzabo ticket');
  await email(page).fill('mara@example.com');
  await number(page).fill('260002');
  await enter(page).click();
  await expect(accountMenu(page)).toBeVisible();
});

for (const [name, address, typed, words] of [
  ['not known', 'mara@example.com', '999', 'Email and number don’t match'],
  ['not valid', 'ines@example.com', '260003', 'This registration isn’t confirmed'],
] as const)
  test(`LOGIN-14d LOGIN-18b a registration that is ${name} has its own message`, async ({ page }) => {
    await open(page, 'Bizzabo ticket');
    await email(page).fill(address);
    await number(page).fill(typed);
    await enter(page).click();
    await expect(page.getByRole('alert')).toContainText(words);
  });

test('LOGIN-17g a platform that does not answer is told in the words of the server', async ({
  page,
  houses,
  allowed,
}) => {
  allowed.console.push(refusedCall);
  houses.cvent.trouble = { kind: 'broken' };
  await open(page, 'Cvent ticket');
  await number(page).fill('DAWN7KEEPER');
  await enter(page).click();
  await expect(message(page)).toBeVisible();
  await expect(enter(page)).toBeEnabled();
  houses.cvent.trouble = undefined;
});

test('people and tickets of a demo fill the form, and leave entering to the visitor', async ({ page }) => {
  await open(page, 'Email and password');
  await page.getByRole('group', { name: 'Try it as' }).getByRole('button', { name: 'Host' }).click();
  await expect(email(page)).toHaveValue('hugo@example.com');
  await expect(enter(page)).toBeEnabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await way(page, 'Bizzabo ticket').click();
  await page.getByRole('button', { name: 'Fill in a number to try it with' }).click();
  await expect(number(page)).toHaveValue('260001');
  await expect(email(page)).toHaveValue('mara@example.com');
  await expect(enter(page)).toBeEnabled();
});

test('who looks for the mail of a demo is shown where its mails are', async ({ page }) => {
  await open(page, 'Email and password');
  await email(page).fill('hugo@example.com');
  await resetLink(page).click();
  await expect(message(page, 'info')).toContainText('Look into your mailbox');
  const mails = message(page, 'info').getByRole('link', { name: 'Read the mails of this demo' });
  await expect(mails).toHaveAttribute('href', '/mail');
});

test('whoever may make an account confirms it by mail, and comes in', async ({ page, houses }) => {
  await open(page, 'Email and password');
  await page.getByRole('button', { name: 'Create an account' }).click();
  const create = page.getByRole('button', { name: 'Create account' });
  await page.getByLabel('Name', { exact: true }).fill('Nils Newcomer');
  await email(page).fill('nils@elsewhere.example');
  await password(page).fill('short');
  await password(page).press('Tab');
  await expect(faultOf(page, 'Use an address at nightfall.example.')).toBeVisible();
  await expect(faultOf(page, 'At least 10 characters, please.')).toBeVisible();
  await expect(create).toBeDisabled();
  await email(page).fill('nils@nightfall.example');
  await password(page).fill('a lantern in the fog');
  await create.click();
  await expect(message(page, 'info')).toContainText('We have sent you a link');
  const [mail] = await houses.smtp.mailsTo('nils@nightfall.example');
  await page.goto(/https?:\/\/\S+#token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '');
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(message(page, 'info')).toContainText('Your account is ready');
  await expect(email(page)).toHaveValue('nils@nightfall.example');
  await password(page).fill('a lantern in the fog');
  await enter(page).click();
  await expect(accountMenu(page)).toBeVisible();
});

for (const [name, lang] of [
  ['on a phone', 'en'],
  ['in Arabic on a phone', 'ar'],
] as const)
  test(`LOGIN-01h every form has no fault that axe finds: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const index of [0, 1, 2]) {
      await page.goto(`/login?lang=${lang}`);
      await page.getByRole('listitem').nth(index).getByRole('button').click();
      await expect(page.locator('form input').first()).toBeVisible();
      await expectAccessible(page, 'body');
    }
  });

test('LOGIN-12c the ticket platforms have one button each beside email and password', async ({ page }) => {
  await page.goto('/login');
  await expect(greeting(page)).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText([
    /^Cvent ticket/,
    /^Bizzabo ticket/,
    /^Email and password/,
  ]);
});
