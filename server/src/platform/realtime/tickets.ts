/**
 * Tickets of realtime connections. A POST with a session issues a ticket, and the upgrade redeems it, once, on any
 * node. A ticket contains the caller and is signed, so that opening thousands of connections does not read sessions.
 */
import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import { realtimeTicketMs } from '@foyer/contract/limits';
import type { OperatingMode } from '@foyer/contract';
import { maxClockDifferenceMs, type Clock } from '#platform/clock';
import { once } from '#platform/concurrency/once';
import type { Caller } from '#platform/http/route';
import type { SingleUseRegistry } from '#platform/singleUseRegistry';

interface Contents {
  readonly id: string;
  readonly mode: OperatingMode;
  readonly caller: Caller;
  /** Milliseconds since 1970, by the clock of the node that issued the ticket. */
  readonly expiresAt: number;
}

const maxTicketLength = 4_096;

export interface TicketsDeps {
  /** The key of the signatures, the same on every node. */
  readonly key: () => Promise<Buffer>;
  readonly used: SingleUseRegistry;
  readonly clock: Clock;
}

export class Tickets {
  private readonly deps: TicketsDeps;

  /** Created once: creating it takes longer than a signature. */
  private readonly key = once(async () => createSecretKey(await this.deps.key()));

  constructor(deps: TicketsDeps) {
    this.deps = deps;
  }

  async issue(mode: OperatingMode, caller: Caller): Promise<{ ticket: string; expiresAt: number }> {
    const expiresAt = this.deps.clock() + realtimeTicketMs;
    const contents: Contents = { id: randomBytes(12).toString('base64url'), mode, caller, expiresAt };
    const text = Buffer.from(JSON.stringify(contents)).toString('base64url');
    return { ticket: `${text}.${await this.sign(text)}`, expiresAt };
  }

  /** The caller to whom the ticket was issued; undefined if it is invalid, of the other mode, used or expired. */
  async redeem(ticket: string, mode: OperatingMode): Promise<Caller | undefined> {
    const [text = '', signature = ''] = ticket.length > maxTicketLength ? [] : ticket.split('.');
    const expected = Buffer.from(await this.sign(text));
    const received = Buffer.from(signature);
    if (received.length !== expected.length || !timingSafeEqual(received, expected)) return undefined;
    const contents = JSON.parse(Buffer.from(text, 'base64url').toString()) as Contents;
    const now = this.deps.clock();
    // Another node may have issued the ticket, and its clock may be behind.
    const acceptedUntil = contents.expiresAt + maxClockDifferenceMs;
    if (contents.mode !== mode || acceptedUntil <= now) return undefined;
    const isFirst = await this.deps.used.claim('ticket', [contents.id], acceptedUntil);
    return isFirst ? contents.caller : undefined;
  }

  private async sign(text: string): Promise<string> {
    return createHmac('sha256', await this.key())
      .update(text)
      .digest('base64url');
  }
}
