import { captureLogin, getLoginOptions, loginWithBizzabo, loginWithCvent, signIn } from '@foyer/contract';
import { beforeLogin, route, venueReader, type AnyRoute } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import type { LoginCount } from './loginCounter.ts';
import type { LoginOptions } from './options.ts';
import type { SignIn } from './signIn/signIn.ts';
import type { TicketLogin } from './tickets/ticketLogin.ts';

export interface LoginRoutesParts {
  readonly options: LoginOptions;
  readonly signIn: SignIn;
  readonly tickets: TicketLogin;
  readonly count: LoginCount;
  readonly log: Log;
}

export function loginRoutes(parts: LoginRoutesParts): readonly AnyRoute[] {
  const { options, tickets, count, log } = parts;
  return [
    route({
      endpoint: getLoginOptions,
      policy: beforeLogin,
      handle: async ({ mode }) => options.list(mode),
    }),
    route({ endpoint: signIn, policy: beforeLogin, handle: (call) => parts.signIn.signIn(call) }),
    route({ endpoint: loginWithCvent, policy: beforeLogin, handle: (call) => tickets.cvent(call) }),
    route({ endpoint: loginWithBizzabo, policy: beforeLogin, handle: (call) => tickets.bizzabo(call) }),
    route({
      endpoint: captureLogin,
      policy: venueReader,
      handle: async ({ mode, caller, requestId }) => {
        const { kind, logins } = await count.add(caller);
        log.info({ requestId, mode, kind, logins }, 'login captured');
      },
    }),
  ];
}
