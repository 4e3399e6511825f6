/** Routes of CALL-07 and of `contract/src/session.ts`, except sign-in and HEAD /venue. */
import {
  endSession,
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
import { ApiError } from '#platform/apiError';
import { writeGuestCookie, readGuestId, newGuestId } from './guestCookie.ts';
import type { StageVisitors } from './ports.ts';
import type { SessionService } from './service.ts';
import type { IdTokens } from './idTokens.ts';

export interface SessionRoutesDeps {
  readonly service: SessionService;
  readonly tokens: IdTokens;
  readonly accounts: Pick<Accounts, 'find'>;
  readonly visitors: StageVisitors;
  readonly clock: Clock;
  readonly guestKey: () => Promise<Buffer>;
  readonly loginEnabled: () => boolean;
  readonly secure: boolean;
}

export function sessionRoutes(deps: SessionRoutesDeps): AnyRoute[] {
  const { service } = deps;
  return [
    route({
      endpoint: refreshSession,
      policy: beforeLogin,
      handle: async (call) => {
        const { session, cookies } = await handleRefresh(deps, call);
        return withCookies(cookies, session);
      },
    }),
    route({
      endpoint: openGuestSession,
      policy: beforeLogin,
      handle: async ({ mode, headers }) => {
        if (mode === 'STAGE' || deps.loginEnabled()) {
          throw new ApiError('notFound', 'This venue does not admit guests: a login is required.');
        }
        const key = await deps.guestKey();
        const id = readGuestId(headers, key) ?? newGuestId();
        const session = await deps.tokens.forGuest(id);
        return withCookies([writeGuestCookie(id, key, deps.secure)], session);
      },
    }),
    route({
      endpoint: signOut,
      policy: beforeLogin,
      handle: async (call) => withCookies(await handleSignOut(deps, call)),
    }),
    route({
      endpoint: listDevices,
      policy: account,
      handle: async ({ caller }) => ({ devices: await service.listDevices(accountOf(caller)) }),
    }),
    route({
      endpoint: endSession,
      policy: account,
      handle: async ({ caller, params }) => {
        const ended = await service.end(params.sessionId, accountOf(caller).accountId);
        if (!ended) throw new ApiError('notFound', 'This account has no such session.');
      },
    }),
    route({
      endpoint: getUserInfo,
      policy: attendee,
      handle: async ({ caller }) => {
        if (caller.kind === 'guest') return { userId: attendeeIdOf(caller), email: '', attributes: {} };
        const found = await deps.accounts.find(accountOf(caller).accountId);
        if (found === undefined) throw new ApiError('unauthorized', 'This account does not exist any more.');
        return userInfoOf(found);
      },
    }),
  ];
}

/** On the stage a stage session is used if the account may not see the stage. */
async function handleRefresh(
  deps: SessionRoutesDeps,
  { mode, headers }: Call<typeof refreshSession>,
): Promise<NewSession> {
  const { service, tokens, visitors, clock } = deps;
  const found = await service.findRefreshable(headers);
  const maySeeStage = found !== undefined && hasStageRole(found.account.roles);
  const visitor = mode === 'STAGE' && !maySeeStage ? await visitors.find(headers) : undefined;
  if (visitor !== undefined) {
    const session = await tokens.forStage(visitor, clock());
    return { session, cookies: [] };
  }
  const session = found && (await service.refresh(found));
  if (session === undefined) throw service.sessionEndedError();
  return session;
}

/** Ends the session of the cookie, or without a cookie that of the ID token. Returns the `Set-Cookie` values. */
async function handleSignOut(
  { service, tokens, visitors }: SessionRoutesDeps,
  { mode, headers, body }: Call<typeof signOut>,
): Promise<string[]> {
  const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1];
  const caller = token === undefined ? undefined : await tokens.identify(token);
  const ended = await service.endByCookie(headers);
  const bearer = caller?.kind === 'account' ? caller : undefined;
  if (ended === undefined && bearer !== undefined) await service.end(bearer.sessionId);
  const accountId = ended?.accountId ?? bearer?.accountId;
  if (body.everywhere && accountId !== undefined) await service.endAll(accountId);
  const stage = mode === 'STAGE' ? await visitors.end(headers) : undefined;
  return [service.clearCookie(), ...(stage === undefined ? [] : [stage])];
}

function userInfoOf({ id, email, name, company, title }: Account): UserInfo {
  const attributes = {
    ...(name === '' ? {} : { name }),
    ...(company === '' ? {} : { company }),
    ...(title === '' ? {} : { title }),
  };
  return { userId: id, email, attributes };
}
