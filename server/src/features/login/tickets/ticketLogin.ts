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
import type { Attempts } from '../attempts.ts';
import { plainNumber, type TicketGrants } from './ticketGrants.ts';
import type { LiveVenue, LoginDeps } from '../ports.ts';
import { grantCookie, grantPath } from '../signIn/signIn.ts';
import { KeyedMutex, Semaphore } from '#platform/semaphore';
import type { FoundTicket } from './vendors/foundTicket.ts';
import { VendorFault } from './vendors/vendorError.ts';

/** Wrong numbers of one network, in two minutes: then it is refused, since numbers are guessed, not mistyped. */
const networkFailures = 60;
/** Questions to a platform at the same time; it answers ten in a second. */
const questionsAtOnce = 8;
/** Answers go out at multiples of this, so that their time says nothing about what was found. */
const answerStepMs = 250;

type TicketCall = Pick<Call<typeof loginWithCvent>, 'mode' | 'address' | 'requestId'>;

export interface TicketLoginParts extends LoginDeps {
  readonly attempts: Attempts;
  readonly grants: TicketGrants;
  /** So many wrong numbers of all callers together, in two minutes. */
  readonly guesses: number;
  readonly cvent: Cvent | undefined;
  readonly bizzabo: Bizzabo | undefined;
}

interface Question {
  readonly provider: 'cvent' | 'bizzabo';
  readonly architectureId: string;
  readonly number: string;
  readonly find: () => Promise<FoundTicket>;
}

export class TicketLogin {
  private readonly parts: TicketLoginParts;
  private readonly numberMutex = new KeyedMutex();
  private readonly questions = new Semaphore({ permits: questionsAtOnce });

  constructor(parts: TicketLoginParts) {
    this.parts = parts;
  }

  async cvent(call: Call<typeof loginWithCvent>): Promise<Raw> {
    const { cvent } = this.parts;
    const { architectureID: architectureId, confirmationNumber } = call.body;
    const event = this.venue(call, architectureId).cventEvent;
    if (cvent === undefined || event === undefined) throw switchedOff();
    const number = plainNumber(confirmationNumber);
    return this.login(call, {
      provider: 'cvent',
      architectureId,
      number,
      find: () => cvent.find(event, confirmationNumber.toUpperCase()),
    });
  }

  async bizzabo(call: Call<typeof loginWithBizzabo>): Promise<Raw> {
    const { bizzabo } = this.parts;
    const { architectureID: architectureId, registrationNumber, emailAddress } = call.body;
    this.venue(call, architectureId);
    if (bizzabo === undefined) throw switchedOff();
    return this.login(call, {
      provider: 'bizzabo',
      architectureId,
      number: String(registrationNumber),
      find: () => bizzabo.find(registrationNumber, emailAddress),
    });
  }

  /** Tickets are for the live venue; the stage has no such login. */
  private venue({ mode }: TicketCall, architectureId: string): LiveVenue {
    const venue = this.parts.liveVenue();
    if (mode === 'STAGE' || venue?.architectureId !== architectureId) throw switchedOff();
    return venue;
  }

  private async login(call: TicketCall, question: Question): Promise<Raw> {
    const begun = performance.now();
    // One after the other for each number, and few at once: right numbers under way are not taken for guesses.
    const answer = await this.numberMutex.run(question.provider + question.number, () =>
      this.questions.run(async () => {
        const { found, attempt } = await this.look(call, question);
        return this.answer(found, question, attempt);
      }),
    );
    const { status, accountId } = answer;
    this.parts.log.info({ ...lineOf(call, question), status, accountId }, 'ticket checked');
    await this.parts.pause(answerStepMs - ((performance.now() - begun) % answerStepMs));
    return withCookies(answer.cookies, { status, emailAddress: answer.emailAddress });
  }

  private async look(
    call: TicketCall,
    question: Question,
  ): Promise<{ found: FoundTicket; attempt: Attempt }> {
    const attempt = await this.begin(call, question);
    try {
      return { attempt, found: await question.find() };
    } catch (fault) {
      await attempt.takeBack();
      if (!(fault instanceof VendorFault)) throw fault;
      const line = { ...lineOf(call, question), kind: fault.kind, platform: fault.message };
      this.parts.log.warn(line, 'the event platform could not be asked');
      throw fault.refusal;
    }
  }

  /** Counted before it is asked: by the number, the network, and the event as a whole. */
  private async begin(call: TicketCall, question: Question): Promise<Attempt> {
    const { provider, architectureId, number } = question;
    const event = `${provider}:${architectureId}`;
    try {
      return await this.parts.attempts.begin([
        { key: `ticket:${event}:${number}`, limit: lockoutFailures, fromLast: true },
        { key: `tickets-of-network:${networkOf(call.address)}`, limit: networkFailures, fromLast: false },
        { key: `tickets-of-event:${event}`, limit: this.parts.guesses, fromLast: false },
      ]);
    } catch (fault) {
      if (!(fault instanceof LimitReached)) throw fault;
      this.parts.log.warn(lineOf(call, question), 'too many wrong ticket numbers');
      throw new Refusal('tooManyAttempts', 'Too many wrong numbers: try again a little later.', {
        retryAfter: fault.retryAfter,
      });
    }
  }

  private async answer(
    found: FoundTicket,
    { provider, number }: Question,
    attempt: Attempt,
  ): Promise<TicketLoginAnswer & { accountId?: string; cookies: readonly string[] }> {
    const { accounts, emailKey, grants, secureCookies } = this.parts;
    const nobody = { emailAddress: '', cookies: [] };
    if (found.kind === 'none') return { status: 'NO_USER_FOUND', ...nobody };
    if (found.kind === 'inactive') return { status: 'USER_INACTIVE', ...nobody };
    await attempt.takeBack();
    const { subject, email } = found;
    const key = emailKey(email);
    // A ticket without an email is right, and nobody can sign in with it.
    if (key === undefined) return { status: 'USER_FOUND', ...nobody };
    const { account, created } = await accounts.admit({
      provider,
      subject,
      email,
      emailVerified: true,
      name: tidyLine(found.name),
      company: tidyLine(found.company),
      title: tidyLine(found.title),
    });
    const token = await grants.give({ provider, accountId: account.id }, key, number);
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

const switchedOff = () => new Refusal('notFound', 'This venue has no login of this kind.');
const lineOf = ({ requestId, address }: TicketCall, { provider, architectureId }: Question) => ({
  requestId,
  address,
  provider,
  architectureId,
});
