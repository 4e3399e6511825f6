/** What the tests of presence share: a venue with a login, other people at it, and what one sees of them. */
import type { Locator } from '@playwright/test';
import { Door, type Session } from '@foyer/demo/crowd/door';
import { Line } from '@foyer/demo/crowd/line';
import { enterArea, signOut, type Command, type InputOf, type ResultOf, type Role } from '@foyer/contract';
import { expect, test as base, type AccountOfTest, type Foyer, type Page } from './harness.ts';
import { lobby, signInAnywhere, withLogin } from './profilePage.ts';

export interface FellowAt {
  readonly name: string;
  readonly area?: string;
  readonly company?: string;
  readonly title?: string;
  readonly roles?: readonly Role[];
}

/** Somebody else at the event, over a connection of their own. */
export class Fellow {
  readonly name: string;
  private readonly line: Line;
  private readonly signOut: () => Promise<unknown>;

  private constructor(name: string, line: Line, signOut: () => Promise<unknown>) {
    this.name = name;
    this.line = line;
    this.signOut = signOut;
  }

  static async come(foyer: Foyer, at: FellowAt): Promise<Fellow> {
    const { name, area = 'lobby', company = '', title = '', roles = [] } = at;
    const { url, adminKey } = foyer.destination;
    const door = new Door(url, adminKey);
    const person = { name, company, title, roles };
    const session: Session = await door.attendee(`fellow-${crypto.randomUUID()}@example.com`, person);
    const line = await Line.open(url, await door.ticket(session), {
      heard: () => undefined,
      closed: () => undefined,
    });
    const fellow = new Fellow(name, line, () =>
      fetch(`${url}/api${signOut.path}`, {
        method: signOut.method,
        headers: { origin: url, cookie: session.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ everywhere: false }),
      }),
    );
    await fellow.goTo(area);
    return fellow;
  }

  async ask<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C>> {
    const reply = await this.line.ask(command, input);
    expect(reply, command.name).toHaveProperty('re');
    expect(reply, command.name).not.toHaveProperty('error');
    return (reply as { readonly result: ResultOf<C> }).result;
  }

  async goTo(areaId: string): Promise<void> {
    await this.ask(enterArea, { areaId });
  }

  leave(): void {
    this.line.close();
  }

  /** Off every list at once, and not after a moment in which a tab may come back. */
  async end(): Promise<void> {
    await this.signOut();
    this.line.close();
  }
}

type Come = (...at: readonly (string | FellowAt)[]) => Promise<Fellow[]>;

/** `come`: others, who leave when the test ends. */
export const test = base.extend<{ come: Come }>({
  come: async ({ foyer }, provide) => {
    const fellows: Fellow[] = [];
    await provide(async (...people) => {
      const come = await Promise.all(
        people.map((at) => Fellow.come(foyer, typeof at === 'string' ? { name: at } : at)),
      );
      fellows.push(...come);
      return come;
    });
    await Promise.all(fellows.map((fellow) => fellow.end()));
  },
});

export const phone = { width: 390, height: 844 };

export const widget = (page: Page): Locator => page.locator('[data-opens="presence"]');
export const list = (page: Page): Locator => page.locator('[data-dialog="presence"]');
export const card = (page: Page): Locator => page.locator('[data-dialog="attendee-card"]');
/** A person's row in the list. */
export const row = (page: Page, name: string): Locator =>
  list(page).locator('button.person-open').filter({ hasText: name });
/** The names listed, in their order. */
export const names = (page: Page): Promise<(string | null | undefined)[]> =>
  list(page)
    .locator('[data-person]')
    .evaluateAll((rows) => rows.map((person) => person.querySelector('bdi')?.textContent));

/** Signed in, in the lobby, and told who else is there. */
export async function enter(page: Page, who: AccountOfTest, path = lobby): Promise<void> {
  await page.goto(`${path}?lang=en`);
  await signInAnywhere(page, who);
  await expect(widget(page)).toBeVisible();
}

export async function openList(page: Page): Promise<void> {
  await widget(page).click();
  await expect(list(page).getByRole('heading', { name: 'Who is here' })).toBeVisible();
}

export { expect, lobby, signInAnywhere, withLogin };
export type { AccountOfTest, Foyer, Page };
