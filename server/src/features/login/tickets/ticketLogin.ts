/** The logins of the event platforms: a number is looked up, and what is found may sign in once, soon (LOGIN-13, 14, 18). */
import {
  lockoutFailures,
  ticketGrantMs,
  tidyLine,
  type loginWithBizzabo,
  type loginWithCvent,
  type TicketLoginAnswer,
} from '@foyer/contract';
import { withCookies, writeCookie } from '#platform/http/cookies';
import { networkOf } from '#platform/http/network';
import type { Call, Raw } from '#platform/http/route';
import { LimitReached, type Attempt } from '#platform/identity';
import { Refusal } from '#platform/refusal';
import type { Bizzabo } from './vendors/bizzabo.ts';
import type { Cvent } from './vendors/cvent.ts';
import type { LoginAttempts } from '../attempts.ts';
import { normalizeTicketNumber, type TicketGrants } from './ticketGrants.ts';
import type { LiveVenue, LoginDeps } from '../ports.ts';
import { grantCookie, grantPath } from '../signIn/signIn.ts';
import { KeyedMutex, Semaphore } from '#platform/concurrency/semaphore';
import type { VendorTicket } from './vendors/foundTicket.ts';
import { VendorError } from './vendors/vendorError.ts';

/** Wrong numbers of one network, in two minutes: then it is refused, since numbers are guessed, not mistyped. */
const maxFailuresPerNetwork = 60;
/** Questions to a platform at the same time; it answers ten in a second. */
const maxConcurrentLookups = 8;
/** Answers go out at multiples of this, so that their time says nothing about what was found. */
const responseStepMs = 250;

type TicketCall = Pick<Call<typeof loginWithCvent>, 'mode' | 'address' | 'requestId'>;

export interface TicketLoginDeps extends LoginDeps {
  readonly attempts: LoginAttempts;
  readonly grants: TicketGrants;
  /** So many wrong numbers of all callers together, in two minutes. */
  readonly maxGuesses: number;
  readonly cvent: Cvent | undefined;
  readonly bizzabo: Bizzabo | undefined;
}

interface TicketQuery {
  readonly provider: 'cvent' | 'bizzabo';
  readonly architectureId: string;
  readonly number: string;
  readonly find: () => Promise<VendorTicket>;
}

export class TicketLogin {
  private readonly deps: TicketLoginDeps;
  private readonly numberMutex = new KeyedMutex();
  private readonly lookups = new Semaphore({ permits: maxConcurrentLookups });

  constructor(deps: TicketLoginDeps) {
    this.deps = deps;
  }

  async checkCventTicket(call: Call<typeof loginWithCvent>): Promise<Raw> {
    const { cvent } = this.deps;
    const { architectureID: architectureId, confirmationNumber } = call.body;
    const event = this.findVenue(call, architectureId).cventEvent;
    if (cvent === undefined || event === undefined) throw loginUnavailable();
    const number = normalizeTicketNumber(confirmationNumber);
    return this.check(call, {
      provider: 'cvent',
      architectureId,
      number,
      find: () => cvent.findTicket(event, confirmationNumber.toUpperCase()),
    });
  }

  async checkBizzaboTicket(call: Call<typeof loginWithBizzabo>): Promise<Raw> {
    const { bizzabo } = this.deps;
    const { architectureID: architectureId, registrationNumber, emailAddress } = call.body;
    this.findVenue(call, architectureId);
    if (bizzabo === undefined) throw loginUnavailable();
    return this.check(call, {
      provider: 'bizzabo',
      architectureId,
      number: String(registrationNumber),
      find: () => bizzabo.findTicket(registrationNumber, emailAddress),
    });
  }

  /** Tickets are for the live venue; the stage has no such login. */
  private findVenue({ mode }: TicketCall, architectureId: string): LiveVenue {
    const venue = this.deps.liveVenue();
    if (mode === 'STAGE' || venue?.architectureId !== architectureId) throw loginUnavailable();
    return venue;
  }

  private async check(call: TicketCall, question: TicketQuery): Promise<Raw> {
    const begun = performance.now();
    // One after the other for each number, and few at once: right numbers under way are not taken for guesses.
    const respond = await this.numberMutex.run(question.provider + question.number, () =>
      this.lookups.run(async () => {
        const { found, attempt } = await this.lookUp(call, question);
        return this.answer(found, question, attempt);
      }),
    );
    const { status, accountId } = respond;
    this.deps.log.info({ ...logFields(call, question), status, accountId }, 'ticket checked');
    await this.deps.pause(responseStepMs - ((performance.now() - begun) % responseStepMs));
    return withCookies(respond.cookies, { status, emailAddress: respond.emailAddress });
  }

  private async lookUp(
    call: TicketCall,
    question: TicketQuery,
  ): Promise<{ found: VendorTicket; attempt: Attempt }> {
    const attempt = await this.countAttempt(call, question);
    try {
      return { attempt, found: await question.find() };
    } catch (fault) {
      await attempt.cancel();
      if (!(fault instanceof VendorError)) throw fault;
      const line = { ...logFields(call, question), kind: fault.kind, platform: fault.message };
      this.deps.log.warn(line, 'the event platform could not be asked');
      throw fault.refusal;
    }
  }

  /** Counted before it is asked: by the number, the network, and the event as a whole. */
  private async countAttempt(call: TicketCall, question: TicketQuery): Promise<Attempt> {
    const { provider, architectureId, number } = question;
    const event = `${provider}:${architectureId}`;
    try {
      return await this.deps.attempts.begin([
        { key: `ticket:${event}:${number}`, limit: lockoutFailures, fromLast: true },
        {
          key: `tickets-of-network:${networkOf(call.address)}`,
          limit: maxFailuresPerNetwork,
          fromLast: false,
        },
        { key: `tickets-of-event:${event}`, limit: this.deps.maxGuesses, fromLast: false },
      ]);
    } catch (fault) {
      if (!(fault instanceof LimitReached)) throw fault;
      this.deps.log.warn(logFields(call, question), 'too many wrong ticket numbers');
      throw new Refusal('tooManyAttempts', 'Too many wrong numbers: try again a little later.', {
        retryAfter: fault.retryAfter,
      });
    }
  }

  private async answer(
    found: VendorTicket,
    { provider, number }: TicketQuery,
    attempt: Attempt,
  ): Promise<TicketLoginAnswer & { accountId?: string; cookies: readonly string[] }> {
    const { accounts, emailKey, grants, secureCookies } = this.deps;
    const nobody = { emailAddress: '', cookies: [] };
    if (found.kind === 'none') return { status: 'NO_USER_FOUND', ...nobody };
    if (found.kind === 'inactive') return { status: 'USER_INACTIVE', ...nobody };
    await attempt.cancel();
    const { subject, email } = found;
    const key = emailKey(email);
    // A ticket without an email is right, and nobody can sign in with it.
    if (key === undefined) return { status: 'USER_FOUND', ...nobody };
    const { account, created } = await accounts.findOrCreate({
      provider,
      subject,
      email,
      emailVerified: true,
      name: tidyLine(found.name),
      company: tidyLine(found.company),
      title: tidyLine(found.title),
    });
    const token = await grants.create({ provider, accountId: account.id }, key, number);
    return {
      status: created ? 'USER_CREATED' : 'USER_FOUND',
      emailAddress: email,
      accountId: account.id,
      cookies: [
        writeCookie(grantCookie, token, { path: grantPath, maxAgeMs: ticketGrantMs, secure: secureCookies }),
      ],
    };
  }
}

const loginUnavailable = () => new Refusal('notFound', 'This venue has no login of this kind.');
const logFields = ({ requestId, address }: TicketCall, { provider, architectureId }: TicketQuery) => ({
  requestId,
  address,
  provider,
  architectureId,
});
