/** A SAML identity provider with a page to choose a user, over http on 127.0.0.1. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { inflateRawSync } from 'node:zlib';
import type { AddressInfo } from 'node:net';
import { makeCertifiedKey, type CertifiedKey } from './certificate.ts';
import { closeServer } from './close.ts';
import { formOf } from './oidc.ts';
import { choosePage, providerPeople, type Company, type ProviderPerson } from './people.ts';

/** The used part of samlp, which has no type definitions. */
interface Samlp {
  auth(options: object): (request: object, response: object, next: (error?: Error) => void) => void;
  sendError(options: object): (request: object, response: object, next: (error?: Error) => void) => void;
}
const samlp = createRequire(import.meta.url)('samlp') as Samlp;

export interface SamlStandIn {
  /** Its entity id. */
  readonly issuer: string;
  readonly entryPoint: string;
  /** PEM. */
  readonly certificate: string;
  /** Sets the URL that responses are posted to. Logins fail before. */
  trust(acsUrl: string): void;
  /** Replaces the signing key. */
  renew(key: CertifiedKey): void;
  stop(): Promise<void>;
}

export interface SamlOptions extends Company {
  /** 0 or absent: a free port. */
  readonly port?: number;
  /** The host in its URLs. To a browser, `localhost` is another site than 127.0.0.1. */
  readonly host?: 'localhost' | '127.0.0.1';
  /** The signed elements; default: the assertion. */
  readonly signs?: 'assertion' | 'response' | 'both';
}

export async function startSaml(options: SamlOptions = {}): Promise<SamlStandIn> {
  let key = makeCertifiedKey('The identity provider');
  const { certificate } = key;
  let acsUrl = '';
  const { signs = 'assertion' } = options;
  const server = createServer((request, response) => {
    const settings = {
      issuer,
      cert: key.certificate,
      key: key.privateKey,
      destination: acsUrl,
      recipient: acsUrl,
      lifetimeInSeconds: 300,
      signAssertion: signs !== 'response',
      signResponse: signs !== 'assertion',
    };
    void respond(request, response, settings, options);
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://${options.host ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}`;
  const issuer = `${base}/metadata`;
  return {
    issuer,
    entryPoint: `${base}/sso`,
    certificate,
    trust: (url) => {
      acsUrl = url;
    },
    renew: (next) => {
      key = next;
    },
    stop: () => closeServer(server),
  };
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  settings: { readonly destination: string },
  company: Company,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://stand-in');
  if (url.pathname !== '/sso') return void response.writeHead(404).end();
  const fields = request.method === 'POST' ? await formOf(request) : url.searchParams;
  const query = Object.fromEntries(fields);
  const html = { set: (name: string, value: string) => response.setHeader(name, value), send: end(response) };
  const next = (error?: Error) => void response.writeHead(500).end(error?.message);
  if (request.method !== 'POST') return html.send(choosePage(company, '/sso', query));
  const person = (company.people ?? providerPeople).find(({ id }) => id === query['person']);
  if (person !== undefined) {
    const profile = { ...settings, ...profileOf(person), getPostURL: posted(settings.destination) };
    samlp.auth(profile)(
      { method: 'GET', query: { SAMLRequest: query['SAMLRequest'], RelayState: query['RelayState'] } },
      html,
      next,
    );
    return;
  }
  samlp.sendError({
    ...settings,
    RelayState: query['RelayState'],
    inResponseTo: requestIdOf(query['SAMLRequest'] ?? ''),
    error: { code: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed', description: 'Given up' },
    getPostURL: (_request: unknown, done: Done) => done(null, settings.destination),
  })({}, html, next);
}

type Done = (error: null, url: string) => void;
const posted =
  (acsUrl: string) =>
  (_audience: unknown, _document: unknown, _request: unknown, done: Done): void =>
    done(null, acsUrl);

const end =
  (response: ServerResponse) =>
  (body: string): void => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(body);
  };

const profileOf = (person: ProviderPerson) => ({
  getUserFromRequest: () => person,
  profileMapper: () => ({
    getClaims: () => ({
      email: person.email,
      displayName: person.name,
      ...(person.company === undefined ? {} : { company: person.company }),
      ...(person.title === undefined ? {} : { jobTitle: person.title }),
    }),
    getNameIdentifier: () => ({
      nameIdentifier: person.id,
      nameIdentifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    }),
  }),
});

const requestIdOf = (request: string): string =>
  / ID="([^"]+)"/.exec(inflateRawSync(Buffer.from(request, 'base64')).toString())?.[1] ?? '';
