import { countLogin, getLoginOptions, loginWithBizzabo, loginWithCvent, signIn } from '@foyer/contract';
import { beforeLogin, route, venueReader, type AnyRoute } from '#platform/http/route';
import type { Log } from '#platform/log/log';
import type { LoginCounter } from './loginCounter.ts';
import type { LoginOptions } from './options.ts';
import type { SignIn } from './signIn/signIn.ts';
import type { TicketLogin } from './tickets/ticketLogin.ts';

export interface LoginRoutesDeps {
  readonly options: LoginOptions;
  readonly signIn: SignIn;
  readonly tickets: TicketLogin;
  readonly counter: LoginCounter;
  readonly log: Log;
}

export function loginRoutes(deps: LoginRoutesDeps): readonly AnyRoute[] {
  const { options, tickets, counter, log } = deps;
  return [
    route({
      endpoint: getLoginOptions,
      policy: beforeLogin,
      handle: async ({ mode }) => options.list(mode),
    }),
    route({ endpoint: signIn, policy: beforeLogin, handle: (call) => deps.signIn.signIn(call) }),
    route({
      endpoint: loginWithCvent,
      policy: beforeLogin,
      handle: (call) => tickets.checkCventTicket(call),
    }),
    route({
      endpoint: loginWithBizzabo,
      policy: beforeLogin,
      handle: (call) => tickets.checkBizzaboTicket(call),
    }),
    route({
      endpoint: countLogin,
      policy: venueReader,
      handle: async ({ mode, caller, requestId }) => {
        const { kind, logins } = await counter.add(caller);
        log.info({ requestId, mode, kind, logins }, 'login counted');
      },
    }),
  ];
}
