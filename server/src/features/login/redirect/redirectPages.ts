/** The pages of redirect logins: off to the provider, back from it, and what a SAML provider is told about this server. */
import { loginErrors, type LoginError } from '@foyer/contract';
import { anyone, type Page, type PageCall, type RawAnswer } from '#platform/http/route';
import { Refusal } from '#platform/refusal';
import type { OidcProvider } from '../oidc/oidcProvider.ts';
import { RedirectLoginError } from './loginFailure.ts';
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
  const oidcOf = (call: PageCall) => findProvider(oidc, call);
  const samlOf = (call: PageCall) => findProvider(saml, call);
  const get = (path: string, handle: Page['handle']): Page => ({
    method: 'GET',
    path: `/auth/:providerId/${path}`,
    policy: anyone,
    refusals: 'html',
    handle,
  });
  return [
    get('start', (call) => {
      const provider = findProvider([...oidc, ...saml], call);
      const redirect = sanitizeRedirectPath(call.query.get('redirect'));
      return flow.start(provider.id, redirect, call.headers, (tripId) => provider.start(tripId));
    }),
    get('callback', (call) => handleOidcCallback(oidcOf(call), flow, call)),
    {
      ...get('acs', (call) => handleSamlResponse(samlOf(call), flow, call)),
      method: 'POST',
      bodyLimit: maxSamlBodyBytes,
      // The provider's page posts here; what it posts is signed, and who may use it is asked at `finish`.
      fromElsewhere: true,
    },
    get('finish', (call) => finishSaml(samlOf(call), flow, call)),
    get('metadata', async (call) => ({
      status: 200,
      headers: { 'content-type': 'application/samlmetadata+xml; charset=utf-8', 'cache-control': 'no-cache' },
      body: Buffer.from(samlOf(call).metadata()),
    })),
  ];
}

/** A provider that is not configured, or of another kind, is not there at all. */
function findProvider<P extends { readonly id: string }>(providers: readonly P[], { params }: PageCall): P {
  const provider = providers.find(({ id }) => id === params['providerId']);
  if (provider === undefined) throw new Refusal('notFound', 'There is no such way in.');
  return provider;
}

async function handleOidcCallback(
  provider: OidcProvider,
  flow: RedirectFlow,
  call: PageCall,
): Promise<RawAnswer> {
  const { query, headers } = call;
  const state = query.get('state') ?? '';
  let redirect = '/';
  return flow.withErrorRedirect(
    provider.id,
    () => redirect,
    async () => {
      const trip = await flow.findPendingLogin(state, provider.id, headers);
      redirect = trip.redirect;
      await flow.markUsed(trip.id, provider.id);
      return flow.finish(await provider.finish(trip, query), trip, headers);
    },
    state,
  );
}

/** The post of the provider carries no cookie of ours: the browser asks for what came of it with its own next request. */
async function handleSamlResponse(
  provider: SamlProvider,
  flow: RedirectFlow,
  { form }: PageCall,
): Promise<RawAnswer> {
  const trip = await provider.verifyRelayState(form.get('RelayState') ?? '');
  if (trip === undefined)
    return flow.redirectToLoginPage(
      flow.logFailure(provider.id, new RedirectLoginError('loginError', 'nobody asked for this answer')),
      '/',
    );
  const next = new URLSearchParams({ trip });
  try {
    next.set('code', await provider.acceptResponse(form.get('SAMLResponse') ?? '', trip));
  } catch (fault) {
    next.set('failed', flow.logFailure(provider.id, fault));
  }
  return seeOther(`/auth/${provider.id}/finish?${next.toString()}`);
}

async function finishSaml(provider: SamlProvider, flow: RedirectFlow, call: PageCall): Promise<RawAnswer> {
  const { query, headers } = call;
  const tripId = query.get('trip') ?? '';
  const failed = loginErrors.find((told) => told === query.get('failed')) satisfies LoginError | undefined;
  let redirect = '/';
  return flow.withErrorRedirect(
    provider.id,
    () => redirect,
    async () => {
      const trip = await flow.findPendingLogin(tripId, provider.id, headers);
      redirect = trip.redirect;
      if (failed !== undefined) return flow.redirectToLoginPage(failed, redirect, tripId);
      return flow.finish(await provider.redeemCode(query.get('code') ?? '', tripId), trip, headers);
    },
    tripId,
  );
}
