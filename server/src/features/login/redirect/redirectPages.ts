/** The pages of redirect logins: off to the provider, back from it, and what a SAML provider is told about this server. */
import { loginErrors, type LoginError } from '@foyer/contract';
import { anyone, type Page, type PageCall, type RawAnswer } from '#platform/http/route';
import { Refusal } from '#platform/refusal';
import type { OidcProvider } from '../oidc/oidcProvider.ts';
import { LoginFailure } from './loginFailure.ts';
import { seeOther, type RedirectFlow } from './redirectFlow.ts';
import { pathOfOurs } from './redirectPath.ts';
import type { SamlLogin } from '../saml/samlProvider.ts';
import { samlBodyBytes } from '../saml/plainXml.ts';

export interface RedirectPagesParts {
  readonly oidc: readonly OidcProvider[];
  readonly saml: readonly SamlLogin[];
  readonly flow: RedirectFlow;
}

export function redirectPages({ oidc, saml, flow }: RedirectPagesParts): readonly Page[] {
  const oidcOf = (call: PageCall) => named(oidc, call);
  const samlOf = (call: PageCall) => named(saml, call);
  const get = (path: string, handle: Page['handle']): Page => ({
    method: 'GET',
    path: `/auth/:providerId/${path}`,
    policy: anyone,
    refusals: 'html',
    handle,
  });
  return [
    get('start', (call) => {
      const provider = named([...oidc, ...saml], call);
      const redirect = pathOfOurs(call.query.get('redirect'));
      return flow.setOut(provider.id, redirect, call.headers, (tripId) => provider.begin(tripId));
    }),
    get('callback', (call) => fromOidc(oidcOf(call), flow, call)),
    {
      ...get('acs', (call) => fromSaml(samlOf(call), flow, call)),
      method: 'POST',
      bodyLimit: samlBodyBytes,
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
function named<P extends { readonly id: string }>(providers: readonly P[], { params }: PageCall): P {
  const provider = providers.find(({ id }) => id === params['providerId']);
  if (provider === undefined) throw new Refusal('notFound', 'There is no such way in.');
  return provider;
}

async function fromOidc(provider: OidcProvider, flow: RedirectFlow, call: PageCall): Promise<RawAnswer> {
  const { query, headers } = call;
  const state = query.get('state') ?? '';
  let redirect = '/';
  return flow.orBack(
    provider.id,
    () => redirect,
    async () => {
      const trip = await flow.tripOf(state, provider.id, headers);
      redirect = trip.redirect;
      await flow.endTrip(trip.id, provider.id);
      return flow.comeIn(await provider.end(trip, query), trip, headers);
    },
    state,
  );
}

/** The post of the provider carries no cookie of ours: the browser asks for what came of it with its own next request. */
async function fromSaml(provider: SamlLogin, flow: RedirectFlow, { form }: PageCall): Promise<RawAnswer> {
  const trip = await provider.tripOf(form.get('RelayState') ?? '');
  if (trip === undefined)
    return flow.back(
      flow.report(provider.id, new LoginFailure('loginError', 'nobody asked for this answer')),
      '/',
    );
  const next = new URLSearchParams({ trip });
  try {
    next.set('code', await provider.accept(form.get('SAMLResponse') ?? '', trip));
  } catch (fault) {
    next.set('failed', flow.report(provider.id, fault));
  }
  return seeOther(`/auth/${provider.id}/finish?${next.toString()}`);
}

async function finishSaml(provider: SamlLogin, flow: RedirectFlow, call: PageCall): Promise<RawAnswer> {
  const { query, headers } = call;
  const tripId = query.get('trip') ?? '';
  const failed = loginErrors.find((told) => told === query.get('failed')) satisfies LoginError | undefined;
  let redirect = '/';
  return flow.orBack(
    provider.id,
    () => redirect,
    async () => {
      const trip = await flow.tripOf(tripId, provider.id, headers);
      redirect = trip.redirect;
      if (failed !== undefined) return flow.back(failed, redirect, tripId);
      return flow.comeIn(await provider.take(query.get('code') ?? '', tripId), trip, headers);
    },
    tripId,
  );
}
