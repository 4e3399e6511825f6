/** The calls of sessions (CALL-07 and those of `contract/src/session.ts` but for signing in and HEAD /venue). */
import {
  endDevice,
  getUserInfo,
  listDevices,
  openGuestSession,
  refreshSession,
  signOut,
  type UserInfo,
} from '@foyer/contract';
import type { Clock } from '#platform/clock';
import type { Account, Accounts, NewSession } from '#platform/identity';
import { hasStageRole } from '#platform/http/access';
import { withCookies } from '#platform/http/cookies';
import {
  account,
  accountOf,
  attendee,
  attendeeIdOf,
  beforeLogin,
  route,
  type AnyRoute,
  type Call,
} from '#platform/http/route';
import { Refusal } from '#platform/refusal';
import { guestCookieOf, guestIdOf, newGuestId } from './session.guest.ts';
import type { StageVisitors } from './session.ports.ts';
import type { SessionService } from './session.service.ts';
import type { IdTokens } from './session.tokens.ts';

export interface SessionRoutesParts {
  readonly service: SessionService;
  readonly tokens: IdTokens;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly visitors: StageVisitors;
  readonly clock: Clock;
  readonly guestKey: () => Promise<Buffer>;
  readonly loginEnabled: () => boolean;
  readonly secure: boolean;
}

export function sessionRoutes(parts: SessionRoutesParts): AnyRoute[] {
  const { service } = parts;
  return [
    route({
      endpoint: refreshSession,
      policy: beforeLogin,
      handle: async (call) => {
        const { session, cookies } = await refreshed(parts, call);
        return withCookies(cookies, session);
      },
    }),
    route({
      endpoint: openGuestSession,
      policy: beforeLogin,
      handle: async ({ mode, headers }) => {
        if (mode === 'STAGE' || parts.loginEnabled()) {
          throw new Refusal('notFound', 'This venue has no guests: it asks for a login.');
        }
        const key = await parts.guestKey();
        const id = guestIdOf(headers, key) ?? newGuestId();
        const session = await parts.tokens.forGuest(id);
        return withCookies([guestCookieOf(id, key, parts.secure)], session);
      },
    }),
    route({
      endpoint: signOut,
      policy: beforeLogin,
      handle: async (call) => withCookies(await signedOut(parts, call)),
    }),
    route({
      endpoint: listDevices,
      policy: account,
      handle: async ({ caller }) => ({ devices: await service.devices(accountOf(caller)) }),
    }),
    route({
      endpoint: endDevice,
      policy: account,
      handle: async ({ caller, params }) => {
        const ended = await service.end(params.sessionId, accountOf(caller).accountId);
        if (!ended) throw new Refusal('notFound', 'This account has no such session.');
      },
    }),
    route({
      endpoint: getUserInfo,
      policy: attendee,
      handle: async ({ caller }) => {
        if (caller.kind === 'guest') return { userId: attendeeIdOf(caller), email: '', attributes: {} };
        const found = await parts.accounts.find(accountOf(caller).accountId);
        if (found === undefined) throw new Refusal('unauthorized', 'This account is no longer there.');
        return userInfoOf(found);
      },
    }),
  ];
}

/** On the stage a stage link serves whoever has no account that may see it. */
async function refreshed(
  parts: SessionRoutesParts,
  { mode, headers }: Call<typeof refreshSession>,
): Promise<NewSession> {
  const { service, tokens, visitors, clock } = parts;
  const found = await service.refreshable(headers);
  const mayStage = found !== undefined && hasStageRole(found.account.roles);
  const visitor = mode === 'STAGE' && !mayStage ? await visitors.find(headers) : undefined;
  if (visitor !== undefined) {
    const session = await tokens.forStage(visitor, clock());
    return { session, cookies: [] };
  }
  const session = found && (await service.refresh(found));
  if (session === undefined) throw service.refusal();
  return session;
}

/** Ends the session of the cookie, or where there is none that of the token. Returns the cookies to set. */
async function signedOut(
  { service, tokens, visitors }: SessionRoutesParts,
  { mode, headers, body }: Call<typeof signOut>,
): Promise<string[]> {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  const caller = token === undefined ? undefined : await tokens.identify(token);
  const ended = await service.endOf(headers);
  const bearer = caller?.kind === 'account' ? caller : undefined;
  if (ended === undefined && bearer !== undefined) await service.end(bearer.sessionId);
  const accountId = ended?.accountId ?? bearer?.accountId;
  if (body.everywhere && accountId !== undefined) await service.endAll(accountId);
  const stage = mode === 'STAGE' ? await visitors.end(headers) : undefined;
  return [service.noCookie(), ...(stage === undefined ? [] : [stage])];
}

function userInfoOf({ id, email, name, company, title }: Account): UserInfo {
  const attributes = {
    ...(name === '' ? {} : { name }),
    ...(company === '' ? {} : { company }),
    ...(title === '' ? {} : { title }),
  };
  return { userId: id, email, attributes };
}
