/** Helpers for journeys with other attendees: attendees with their own connections, and the list of attendees. */
import type { Locator } from '@playwright/test';
import { Door, type Session } from '@foyer/demo/crowd/door';
import { Line } from '@foyer/demo/crowd/line';
import { enterArea, signOut, type Command, type InputOf, type ResultOf, type Role } from '@foyer/contract';
import { expect, test as base, visitAs, type AccountOfTest, type Foyer, type Page } from './harness.ts';
import { withLogin } from './profilePage.ts';

const lounge = '/v/nightfall/area/lounge';

export interface FellowAt {
  readonly name: string;
  readonly area?: string;
  readonly company?: string;
  readonly title?: string;
  readonly roles?: readonly Role[];
}

/** Another attendee of the event, with a realtime connection but without a browser. */
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

  /** Leaves immediately, without the grace period for a reconnect. */
  async end(): Promise<void> {
    await this.signOut();
    this.line.close();
  }
}

type Come = (...at: readonly (string | FellowAt)[]) => Promise<Fellow[]>;

/** `come` adds attendees, who leave when the test ends. */
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

export const widget = (page: Page): Locator => page.locator('[data-opens="presence"]');
export const list = (page: Page): Locator => page.locator('[data-dialog="presence"]');
/** A person's row in the list. */
export const row = (page: Page, name: string): Locator =>
  list(page).locator('button.person-open').filter({ hasText: name });

/** Signed in, in the lounge, and connected. */
export async function enter(page: Page, foyer: Foyer, who: AccountOfTest, path = lounge): Promise<void> {
  await visitAs(page, foyer, who, `${path}?lang=en`);
  await expect(widget(page)).toBeVisible();
}

export async function openList(page: Page): Promise<void> {
  await widget(page).click();
  await expect(list(page).getByRole('heading', { name: 'Who’s here' })).toBeVisible();
}

export { expect, withLogin };
