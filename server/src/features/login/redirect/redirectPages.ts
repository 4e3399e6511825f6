/** The pages of OIDC and SAML logins: start, return from the provider, and SAML metadata. */
import { loginErrors, type LoginError } from '@foyer/contract';
import { anyone, type Page, type PageCall, type RawResponse } from '#platform/http/route';
import { ApiError } from '#platform/apiError';
import type { OidcProvider } from '../oidc/oidcProvider.ts';
import { RedirectLoginError } from './redirectLoginError.ts';
import { seeOther, type RedirectFlow } from './redirectFlow.ts';
import { sanitizeRedirectPath } from './redirectPath.ts';
import type { SamlProvider } from '../saml/samlProvider.ts';
import { maxSamlBodyBytes } from '../saml/plainXml.ts';

export interface RedirectPagesDeps {
  readonly oidc: readonly OidcProvider[];
  readonly saml: readonly SamlProvider[];
  readonly flow: RedirectFlow;
}

export function redirectPages({ oidc, saml, flow }: RedirectPagesDeps): readonly Page[] {
  const findOidc = (call: PageCall) => findProvider(oidc, call);
  const findSaml = (call: PageCall) => findProvider(saml, call);
  const get = (path: string, handle: Page['handle']): Page => ({
    method: 'GET',
    path: `/auth/:providerId/${path}`,
    policy: anyone,
    errorFormat: 'html',
    handle,
  });
  return [
    get('start', (call) => {
      const provider = findProvider([...oidc, ...saml], call);
      const redirect = sanitizeRedirectPath(call.query.get('redirect'));
      return flow.start(provider.id, redirect, call.headers, (loginId) => provider.start(loginId));
    }),
    get('callback', (call) => handleOidcCallback(findOidc(call), flow, call)),
    {
      ...get('acs', (call) => handleSamlResponse(findSaml(call), flow, call)),
      method: 'POST',
      bodyLimit: maxSamlBodyBytes,
      // The provider's page posts here. The post is signed; `finish` checks that the browser has started this login.
      allowsOtherOrigins: true,
    },
    get('finish', (call) => finishSaml(findSaml(call), flow, call)),
    get('metadata', async (call) => ({
      status: 200,
      headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8', 'cache-control': 'no-cache' },
      body: Buffer.from(findSaml(call).metadata()),
    })),
  ];
}

/** Throws `notFound` if the provider is not configured or is of another type. */
function findProvider<P extends { readonly id: string }>(providers: readonly P[], { params }: PageCall): P {
  const provider = providers.find(({ id }) => id === params['providerId']);
  if (provider === undefined) throw new ApiError('notFound', 'There is no such identity provider.');
  return provider;
}

async function handleOidcCallback(
  provider: OidcProvider,
  flow: RedirectFlow,
  call: PageCall,
): Promise<RawResponse> {
  const { query, headers } = call;
  const state = query.get('state') ?? '';
  let redirect = '/';
  return flow.withErrorRedirect(
    provider.id,
    () => redirect,
    async () => {
      const login = await flow.findPendingLogin(state, provider.id, headers);
      redirect = login.redirect;
      await flow.markUsed(login.id, provider.id);
      return flow.finish(await provider.finish(login, query), login, headers);
    },
    state,
  );
}

/** The cross-site post carries no cookies: the browser is redirected to `finish`, to which it sends them. */
async function handleSamlResponse(
  provider: SamlProvider,
  flow: RedirectFlow,
  { form }: PageCall,
): Promise<RawResponse> {
  const loginId = await provider.verifyRelayState(form.get('RelayState') ?? '');
  if (loginId === undefined)
    return flow.redirectToLoginPage(
      flow.logFailure(
        provider.id,
        new RedirectLoginError('loginError', 'the response does not answer a request of this server'),
      ),
      '/',
    );
  const next = new URLSearchParams({ loginId });
  try {
    next.set('code', await provider.acceptResponse(form.get('SAMLResponse') ?? '', loginId));
  } catch (error) {
    next.set('failed', flow.logFailure(provider.id, error));
  }
  return seeOther(`/auth/${provider.id}/finish?${next.toString()}`);
}

async function finishSaml(provider: SamlProvider, flow: RedirectFlow, call: PageCall): Promise<RawResponse> {
  const { query, headers } = call;
  const loginId = query.get('loginId') ?? '';
  const failed = loginErrors.find((code) => code === query.get('failed')) satisfies LoginError | undefined;
  let redirect = '/';
  return flow.withErrorRedirect(
    provider.id,
    () => redirect,
    async () => {
      const login = await flow.findPendingLogin(loginId, provider.id, headers);
      redirect = login.redirect;
      if (failed !== undefined) return flow.redirectToLoginPage(failed, redirect, loginId);
      return flow.finish(await provider.redeemCode(query.get('code') ?? '', loginId), login, headers);
    },
    loginId,
  );
}
