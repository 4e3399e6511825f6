/** Helpers for journeys with other attendees: attendees with their own connections, and the list of attendees. */
import type { Locator } from '@playwright/test';
import { AttendeeSignIn, type Session } from '@foyer/demo/crowd/attendeeSignIn';
import { AttendeeConnection } from '@foyer/demo/crowd/attendeeConnection';
import { enterArea, signOut, type Command, type InputOf, type ResultOf, type Role } from '@foyer/contract';
import {
  expect,
  test as base,
  visitAs,
  type TestAccount,
  type Foyer,
  type Page,
} from '../harness/fixtures.ts';
import { withLogin } from './profilePage.ts';

const lounge = '/v/nightfall/area/lounge';

export interface AttendeeOptions {
  readonly name: string;
  readonly area?: string;
  readonly company?: string;
  readonly title?: string;
  readonly roles?: readonly Role[];
}

/** Another attendee of the event, with a realtime connection but without a browser. */
export class SimulatedAttendee {
  readonly name: string;
  private readonly connection: AttendeeConnection;
  private readonly signOut: () => Promise<unknown>;

  private constructor(name: string, connection: AttendeeConnection, signOut: () => Promise<unknown>) {
    this.name = name;
    this.connection = connection;
    this.signOut = signOut;
  }

  static async connect(foyer: Foyer, at: AttendeeOptions): Promise<SimulatedAttendee> {
    const { name, area = 'lobby', company = '', title = '', roles = [] } = at;
    const { url, adminKey } = foyer.destination;
    const signIns = new AttendeeSignIn(url, adminKey);
    const user = { name, company, title, roles };
    const session: Session = await signIns.attendee(`attendee-${crypto.randomUUID()}@example.com`, user);
    const connection = await AttendeeConnection.open(url, await signIns.ticket(session), {
      onMessage: () => undefined,
      onClose: () => undefined,
    });
    const attendee = new SimulatedAttendee(name, connection, () =>
      fetch(`${url}/api${signOut.path}`, {
        method: signOut.method,
        headers: { origin: url, cookie: session.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ everywhere: false }),
      }),
    );
    await attendee.goTo(area);
    return attendee;
  }

  async send<C extends Command>(command: C, input: InputOf<C>): Promise<ResultOf<C>> {
    const reply = await this.connection.ask(command, input);
    expect(reply, command.name).toHaveProperty('id');
    expect(reply, command.name).not.toHaveProperty('error');
    return (reply as { readonly result: ResultOf<C> }).result;
  }

  async goTo(areaId: string): Promise<void> {
    await this.send(enterArea, { areaId });
  }

  disconnect(): void {
    this.connection.close();
  }

  /** Leaves immediately, without the grace period for a reconnect. */
  async leave(): Promise<void> {
    await this.signOut();
    this.connection.close();
  }
}

type AddAttendees = (...at: readonly (string | AttendeeOptions)[]) => Promise<SimulatedAttendee[]>;

/** `addAttendees` adds attendees, who leave when the test ends. */
export const test = base.extend<{ addAttendees: AddAttendees }>({
  addAttendees: async ({ foyer }, provide) => {
    const attendees: SimulatedAttendee[] = [];
    await provide(async (...people) => {
      const added = await Promise.all(
        people.map((at) => SimulatedAttendee.connect(foyer, typeof at === 'string' ? { name: at } : at)),
      );
      attendees.push(...added);
      return added;
    });
    await Promise.all(attendees.map((attendee) => attendee.leave()));
  },
});

export const widget = (page: Page): Locator => page.locator('[data-opens="presence"]');
export const list = (page: Page): Locator => page.locator('[data-dialog="presence"]');
/** The row of an attendee in the list. */
export const row = (page: Page, name: string): Locator =>
  list(page).locator('button.personRow_button').filter({ hasText: name });

/** Opens an area as a signed-in user and waits for the realtime connection. */
export async function openArea(page: Page, foyer: Foyer, account: TestAccount, path = lounge): Promise<void> {
  await visitAs(page, foyer, account, `${path}?lang=en`);
  await expect(widget(page)).toBeVisible();
}

export async function openList(page: Page): Promise<void> {
  await widget(page).click();
  await expect(list(page).getByRole('heading', { name: 'Who’s here' })).toBeVisible();
}

export { expect, withLogin };
