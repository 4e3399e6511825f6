/** HTTP routes of accounts and their access policies. */
import {
  createAccount,
  changeEmail,
  changePassword,
  confirmAccountLink,
  confirmationMs,
  createFirstAdministrator,
  deleteAccount,
  exportAccount,
  getAccount,
  importAccounts,
  listAccounts,
  getAccountLink,
  registerAccount,
  requestPasswordReset,
  resetAccountPassword,
  setAccountBlocked,
  setAccountRoles,
  setPassword,
} from '@foyer/contract';
import type { Administration } from './administration/administration.ts';
import type { FirstAdministrator } from './administration/firstAdministrator.ts';
import type { ImportResult } from './administration/importFromCsv.ts';
import type { AccountSettings } from './settings/settings.ts';
import type { AccountRecovery } from './passwords/recovery.ts';
import type { AccountRegistration } from './registration.ts';
import { readCookie, hostCookieName, withCookies, writeCookie } from '#platform/http/cookies';
import {
  account,
  accountOf,
  administrator,
  beforeLogin,
  raw,
  route,
  type AnyRoute,
  type Caller,
} from '#platform/http/route';
import type { SignInByLink, SignInRequest } from '#platform/identity';

/** Identifies the browser that requested a registration. */
const registrationCookie = (secure: boolean): string => hostCookieName('foyer_registration', secure);
/** About 400 bytes for each of 20,000 users. */
const importBodyBytes = 8 * 1024 * 1024;

export interface AccountRoutesDeps {
  readonly recovery: AccountRecovery;
  readonly registration: AccountRegistration;
  readonly firstAdministrator: FirstAdministrator;
  readonly settings: AccountSettings;
  readonly administration: Administration;
  readonly importList: (caller: Caller, list: { csv: string; invite: boolean }) => Promise<ImportResult>;
  readonly signInByLink: SignInByLink;
  /** Whether cookies are sent over https only. */
  readonly secureCookies: boolean;
}

export const accountRoutes = (deps: AccountRoutesDeps): readonly AnyRoute[] => [
  ...linkRoutes(deps),
  ...settingsRoutes(deps.settings),
  ...administratorRoutes(deps),
];

function linkRoutes({
  recovery,
  registration,
  firstAdministrator,
  settings,
  signInByLink,
  secureCookies,
}: AccountRoutesDeps): readonly AnyRoute[] {
  const cookieName = registrationCookie(secureCookies);
  const cookie = (value: string, maxAgeMs: number) =>
    writeCookie(cookieName, value, { path: '/', maxAgeMs, secure: secureCookies });
  const signedIn = async (
    accountId: string,
    request: SignInRequest,
    body: object,
    cookies: readonly string[] = [],
  ) => {
    const opened = await signInByLink(accountId, request);
    if (opened === undefined) return withCookies(cookies, body);
    return withCookies([...cookies, ...opened.cookies], { ...body, session: opened.session });
  };
  return [
    route({
      endpoint: requestPasswordReset,
      policy: beforeLogin,
      handle: async ({ body, address }) =>
        recovery.requestReset({ ...body, returnTo: body.returnTo, address }),
    }),
    route({
      endpoint: getAccountLink,
      policy: beforeLogin,
      handle: async ({ body }) => {
        const { kind, email, expiresAt, returnTo } = await recovery.readLink(body.token);
        return { kind, email, expiresAt, ...(returnTo === null ? {} : { returnTo }) };
      },
    }),
    route({
      endpoint: setPassword,
      policy: beforeLogin,
      handle: async (call) => {
        const { accountId, email } = await recovery.setPassword(call.body.token, call.body.password);
        return signedIn(accountId, call, { email });
      },
    }),
    route({
      endpoint: registerAccount,
      policy: beforeLogin,
      handle: async ({ body, address }) =>
        withCookies([
          cookie(await registration.register({ ...body, returnTo: body.returnTo, address }), confirmationMs),
        ]),
    }),
    route({
      endpoint: confirmAccountLink,
      policy: beforeLogin,
      handle: async (call) => {
        const { token } = call.body;
        const { kind } = await recovery.readLink(token);
        if (kind === 'emailChange') return { kind, ...(await settings.confirmEmail(token)) };
        const { accountId, ...confirmed } = await registration.confirm(
          token,
          readCookie(call.headers, cookieName),
        );
        return signedIn(accountId, call, { kind, ...confirmed }, [cookie('', 0)]);
      },
    }),
    route({
      endpoint: createFirstAdministrator,
      policy: beforeLogin,
      handle: async (call) => signedIn(await firstAdministrator.create(call.body), call, {}),
    }),
  ];
}

const settingsRoutes = (settings: AccountSettings): readonly AnyRoute[] => [
  route({
    endpoint: changePassword,
    policy: account,
    handle: ({ caller, body }) => settings.changePassword(accountOf(caller), body),
  }),
  route({
    endpoint: changeEmail,
    policy: account,
    handle: ({ caller, body, address }) => settings.changeEmail(accountOf(caller), { ...body, address }),
  }),
  route({
    endpoint: getAccount,
    policy: account,
    handle: ({ caller }) => settings.get(accountOf(caller)),
  }),
  route({
    endpoint: exportAccount,
    policy: account,
    handle: async ({ caller }) =>
      raw({
        status: 200,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': 'attachment; filename="my-account.json"',
          'cache-control': 'no-store',
        },
        body: Buffer.from(JSON.stringify(await settings.export(accountOf(caller)), null, 2)),
      }),
  }),
  route({
    endpoint: deleteAccount,
    policy: account,
    handle: ({ caller, body }) =>
      settings.delete(accountOf(caller), { email: body.email, currentPassword: body.currentPassword }),
  }),
];

const administratorRoutes = ({ administration, importList }: AccountRoutesDeps): readonly AnyRoute[] => [
  route({
    endpoint: listAccounts,
    policy: administrator,
    handle: ({ query }) => administration.list(query),
  }),
  route({
    endpoint: createAccount,
    policy: administrator,
    handle: ({ caller, body }) => administration.add(caller, body),
  }),
  route({
    endpoint: importAccounts,
    policy: administrator,
    bodyLimit: importBodyBytes,
    handle: ({ caller, body }) => importList(caller, body),
  }),
  route({
    endpoint: setAccountRoles,
    policy: administrator,
    handle: ({ caller, params, body }) => administration.setRoles(caller, params.userId, body.roles),
  }),
  route({
    endpoint: setAccountBlocked,
    policy: administrator,
    handle: ({ caller, params, body }) => administration.setBlocked(caller, params.userId, body.blocked),
  }),
  route({
    endpoint: resetAccountPassword,
    policy: administrator,
    handle: ({ caller, params }) => administration.resetPassword(caller, params.userId),
  }),
];
