import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import {
  createStageLink,
  endpoints,
  errorResponse,
  errorCodes,
  getMandatoryPages,
  getVenue,
  getVenueVersion,
  checkVenueAccess,
  listVersions,
  publishVenue,
  restoreVersion,
  saveVenue,
  signAssetUrl,
  type Endpoint,
} from '@foyer/contract';
import { expect, test } from 'vitest';
import { listen } from '#platform/http/listener';
import { sharedFoyer, startFoyer, testAdminKey, type Foyer } from '#testing/foyer';
import { needsLogin } from '#testing/accessRules';
import { publishExample, saveExample } from '#testing/venues';

const bearer = { authorization: `Bearer ${testAdminKey}` };
const json = { 'content-type': 'application/json' };

/** A shared server, for tests that do not change it. */
const reading = sharedFoyer();
/** A shared server with the example venue published. */
const readingExample = sharedFoyer(publishExample);

async function withExample(): Promise<Foyer> {
  const foyer = await startFoyer();
  await publishExample(foyer);
  return foyer;
}

/** Parses an error response and asserts its format. */
async function errorOf(response: Response) {
  const text = await response.text();
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const error = errorResponse.parse(JSON.parse(text));
  expect(errorCodes[error.code]).toBe(response.status);
  expect(response.headers.get('x-request-id')).toBe(error.requestId);
  expect(text).not.toMatch(/node_modules|\.ts:\d|at async/);
  return error;
}

/**
 * Sends bytes over a plain socket, for requests that no client library would send. Resolves with everything received.
 */
async function overSocket(foyer: Foyer, bytes: string): Promise<string> {
  const socket = connect(foyer.running.listener.port, '127.0.0.1');
  let response = '';
  socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
  // A server that has responded may close the connection before it has read everything.
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return response;
}

test.each([
  [getVenue.name, '/api/ui/venue', 'architectureId'],
  [signAssetUrl.name, '/api/ui/sign-asset-url', 'url'],
])('ERROR-05a %s without a required parameter gets 400 with its name', async (_name, path, parameter) => {
  const foyer = await reading();
  const response = await foyer.fetch(path);
  const error = await errorOf(response);
  expect(error).toMatchObject({ code: 'missingParameter', errMsg: `The parameter ${parameter} is missing.` });
});

test('ERROR-05b a body without a required field gets 400 with its name', async () => {
  const foyer = await reading();
  const post = (body?: string) =>
    foyer.fetch('/api/designer/versions/1/restore', {
      method: 'POST',
      headers: { ...bearer, ...(body === undefined ? {} : json) },
      ...(body === undefined ? {} : { body }),
    });
  expect(await errorOf(await post('{}'))).toMatchObject({
    code: 'missingParameter',
    errMsg: 'The field baseVersion is missing.',
  });
  expect(await errorOf(await post())).toMatchObject({
    code: 'missingParameter',
    errMsg: 'The body is missing.',
  });
});

test.each([
  ['/api/ui/venue?architectureId=..%2f..', /^The parameter architectureId is invalid: /],
  ['/api/ui/venue?architectureId=%00', /^The parameter architectureId is invalid: /],
  ['/api/ui/venue?architectureId=__proto__', /^The parameter architectureId is invalid: /],
  [`/api/ui/venue?architectureId=${'x'.repeat(129)}`, /^The parameter architectureId is invalid: /],
  ['/api/ui/venue?architectureId=a&architectureId=b', /^The parameter architectureId is invalid: /],
  ['/api/ui/venue?architectureId=a&mode=STAGE', /^Unknown parameter: mode\.$/],
  ['/api/venue/version?%F0%9F%8E%AA=1', /^Unknown parameter: \?\?\.$/],
  ['/api/ui/architecture/%F0%9F%8E%AA/mandatory-pages', /^The parameter architectureID is invalid: /],
])('CALL-25a invalid input is rejected with its name: %s', async (path, errMsg) => {
  const foyer = await reading();
  const error = await errorOf(await foyer.fetch(path));
  expect(error.code).toBe('invalidInput');
  expect(error.errMsg).toMatch(errMsg);
});

test('CALL-25b unknown fields of a body are rejected, including __proto__', async () => {
  const foyer = await reading();
  const post = (body: string) =>
    foyer.fetch('/api/designer/versions/1/restore', {
      method: 'POST',
      headers: { ...bearer, ...json },
      body,
    });
  expect((await errorOf(await post('{"baseVersion":1,"savedBy":"eve"}'))).errMsg).toBe(
    'Unknown field: savedBy.',
  );
  expect((await errorOf(await post('{"baseVersion":1,"__proto__":{"a":1}}'))).errMsg).toBe(
    'The field name __proto__ is not allowed.',
  );
  expect((await errorOf(await post('{"baseVersion":"1"}'))).errMsg).toMatch(
    /^The field baseVersion is invalid: /,
  );
});

test('CALL-25c invalid JSON gets 400 without a stack trace', async () => {
  const foyer = await reading();
  const post = (body: string | Uint8Array<ArrayBuffer>) =>
    foyer.fetch('/api/designer/versions/1/restore', {
      method: 'POST',
      headers: { ...bearer, ...json },
      body,
    });
  expect((await errorOf(await post('{"baseVersion":'))).errMsg).toMatch(/^The body is not JSON: /);
  expect((await errorOf(await post('['.repeat(10_000)))).code).toBe('invalidInput');
  expect((await errorOf(await post(new Uint8Array([0x22, 0xff, 0xfe, 0x22])))).errMsg).toBe(
    'The body is not UTF-8.',
  );
});

test.each([
  'text/plain',
  'application/json; charset=latin1',
  'application/json, text/plain',
  'application/jsonp',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json\tx',
  '',
])('CALL-25d a body of the media type %j gets 415', async (type) => {
  const foyer = await reading();
  const response = await foyer.fetch('/api/designer/versions/1/restore', {
    method: 'POST',
    headers: { ...bearer, 'content-type': type },
    body: '{"baseVersion":1}',
  });
  expect((await errorOf(response)).code).toBe('unsupportedMediaType');
});

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
  'a JSON body may have the media type %j',
  async (type) => {
    const foyer = await reading();
    const response = await foyer.fetch('/api/designer/versions/1/restore', {
      method: 'POST',
      headers: { ...bearer, 'content-type': type },
      body: '{"baseVersion":1}',
    });
    expect((await errorOf(response)).code).toBe('notFound');
  },
);

test('CALL-25e a body that is too large gets 413, with or without Content-Length', async () => {
  const foyer = await reading();
  const big = `{"baseVersion":1,"x":"${'x'.repeat(1024 * 1024)}"}`;
  const path = '/api/designer/versions/1/restore';
  const announced = await foyer.fetch(path, {
    method: 'POST',
    headers: { ...bearer, ...json },
    body: big,
  });
  expect((await errorOf(announced)).code).toBe('payloadTooLarge');
  const chunked = await foyer.fetch(path, {
    method: 'POST',
    headers: { ...bearer, ...json },
    body: new Blob([big]).stream(),
    duplex: 'half',
  });
  expect((await errorOf(chunked)).code).toBe('payloadTooLarge');
});

test('CALL-25f the body of an unauthorized request is not read', async () => {
  const foyer = await reading();
  const response = await overSocket(
    foyer,
    'POST /api/designer/save-venue-json/stage HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
      'content-length: 20000000\r\n\r\n{',
  );
  expect(response).toMatch(/^HTTP\/1\.1 401 /);
});

test('CALL-25g an unknown URL gets 404, a wrong method 405 with an Allow header', async () => {
  const foyer = await reading();
  expect((await errorOf(await foyer.fetch('/api/no-such-call'))).code).toBe('notFound');
  expect((await errorOf(await foyer.fetch('/api'))).code).toBe('notFound');
  const wrong = async (method: string, path: string) => {
    const response = await foyer.fetch(path, { method });
    return [(await errorOf(response)).code, response.headers.get('allow')];
  };
  expect(await wrong('DELETE', '/api/venue/version')).toEqual(['methodNotAllowed', 'GET, HEAD']);
  expect(await wrong('OPTIONS', '/api/venue/version')).toEqual(['methodNotAllowed', 'GET, HEAD']);
  expect(await wrong('GET', '/api/designer/publish/nightfall')).toEqual(['methodNotAllowed', 'POST']);
  expect(await wrong('GET', '/api/venue')).toEqual(['methodNotAllowed', 'HEAD']);
  expect(await wrong('POST', '/v/nightfall')).toEqual(['methodNotAllowed', 'GET, HEAD']);
});

test('CALL-25h every response has a request id, which is logged if the request was rejected', async () => {
  const foyer = await startFoyer();
  const fine = await foyer.call(getVenueVersion, {});
  const { error } = await foyer.call(getMandatoryPages, { params: { architectureID: 'nowhere' } });
  expect(fine.headers.get('x-request-id')).toMatch(/^\w{8}-\w+$/);
  expect(foyer.logged.filter(({ requestId }) => requestId === error?.requestId)).toMatchObject([
    { level: 'info', status: 404, code: 'notFound', method: 'GET', mode: 'LIVE' },
  ]);
});

test('an internal error gets 500 without details, and is logged once with the request id', async () => {
  const foyer = await startFoyer();
  await foyer.running.storage.db.schema.dropTable('stageLink').execute();
  const { error } = await foyer.call(createStageLink, {});
  expect(error).toMatchObject({ code: 'internal' });
  expect(error?.errMsg).not.toMatch(/stageLink|table/);
  const lines = foyer.logged.filter(({ level }) => level === 'error');
  expect(lines).toMatchObject([{ requestId: error?.requestId, msg: 'request failed' }]);
  foyer.logged.length = 0;
});

test('the log contains no keys, cookies, codes or queries', async () => {
  const foyer = await startFoyer();
  const cookie = await foyer.openStage();
  await foyer.call(listVersions, { query: {} });
  await foyer.fetch('/api/no-such-call?secret=of-the-query', { headers: { ...bearer, cookie } });
  await foyer.fetch('/stage-link?code=abc', {
    method: 'POST',
    body: new URLSearchParams({ code: 'a-code' }),
  });
  const log = JSON.stringify(foyer.logged);
  expect(log).toContain('/api/no-such-call');
  for (const secret of [testAdminKey, cookie.split('=')[1] ?? '-', 'of-the-query', 'a-code']) {
    expect(log).not.toContain(secret);
  }
});

test('HEAD gets the headers of GET, without a body', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  for (const path of [
    '/api/venue/version',
    '/api/designer/versions',
    '/api/openapi.json',
    '/api/docs',
    '/livez',
  ]) {
    const [get, head] = [
      await foyer.fetch(path, { headers: bearer }),
      await foyer.fetch(path, { method: 'HEAD', headers: bearer }),
    ];
    expect([path, head.status]).toEqual([path, 200]);
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect(await head.text()).toBe('');
  }
  expect((await foyer.call(checkVenueAccess, {}, { as: 'anonymous' })).status).toBe(200);
});

test.each([
  ['an endpoint', '/api/venue/version'],
  ['an error', '/api/no-such-call'],
  ['the document', '/api/openapi.json'],
  ['a probe', '/readyz'],
])('%s cannot be rendered as a page, sniffed or framed', async (_title, path) => {
  const foyer = await reading();
  const { headers } = await foyer.fetch(path);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toContain('geolocation=()');
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('strict-transport-security')).toBeNull();
});

test('personal responses are not cached', async () => {
  const foyer = await reading();
  for (const path of ['/api/designer/versions', '/api/designer/assets', '/api/no-such-call']) {
    const { headers } = await foyer.fetch(path, { headers: bearer });
    expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
  }
});

test('TIME-01a the version is never cached and has a Date header', async () => {
  const foyer = await startFoyer();
  for (const [as, mode] of [
    ['anonymous', 'LIVE'],
    ['stage', 'STAGE'],
  ] as const) {
    const before = Date.now();
    const { headers } = await foyer.call(getVenueVersion, {}, { as, mode });
    expect(headers.get('cache-control')).toMatch(/no-cache/);
    const date = Date.parse(headers.get('date') ?? '');
    // Node.js caches the Date header, which has whole seconds, for up to a second.
    expect(date).toBeGreaterThan(before - 2_000);
    expect(date).toBeLessThanOrEqual(Date.now());
  }
});

test('TIME-01b a 304, an error and a page have a Date header', async () => {
  const foyer = await startFoyer();
  const etag = (await foyer.fetch('/api/venue/version')).headers.get('etag') ?? '';
  const unchanged = await foyer.fetch('/api/venue/version', { headers: { 'if-none-match': etag } });
  expect(unchanged.status).toBe(304);
  for (const response of [
    unchanged,
    await foyer.fetch('/api/no-such-call'),
    await foyer.fetch('/ui-config.json'),
  ]) {
    expect(Date.parse(response.headers.get('date') ?? '')).not.toBeNaN();
  }
});

test('CALL-26a only the URL prefix determines the mode', async () => {
  const foyer = await startFoyer();
  await saveExample(foyer);
  const tricks = {
    headers: { ...bearer, 'x-mode': 'STAGE', 'x-forwarded-prefix': '/stage', 'x-original-url': '/stage' },
  };
  const modeAt = async (path: string) =>
    /"mode":"(\w+)"/.exec(await (await foyer.fetch(path, tricks)).text())?.[1];
  expect(await modeAt('/api/venue/version')).toBe('LIVE');
  expect(await modeAt('/stage/api/venue/version')).toBe('STAGE');
  expect(await modeAt('/api/venue/version?mode=STAGE')).toBeUndefined();
  expect(await modeAt('/stagecoach/api/venue/version')).toBeUndefined();
});

test('CALL-26b every endpoint of the contract exists under both prefixes', async () => {
  const foyer = await startFoyer();
  for (const { method, path } of endpoints) {
    for (const prefix of ['/api', '/stage/api']) {
      const url = prefix + path.replaceAll(/:\w+/g, '1');
      const response = await foyer.fetch(url, { method, headers: bearer });
      const text = await response.text();
      expect(text, `${method} ${url} exists`).not.toContain('"errMsg":"Not found."');
      expect(response.status, `${method} ${url} exists`).not.toBe(405);
    }
  }
});

test('CALL-25i every endpoint is in the OpenAPI document, with parameters, responses and errors', async () => {
  const foyer = await reading();
  interface Operation {
    operationId: string;
    parameters: { name: string; in: string }[];
    responses: Record<string, { content?: Record<string, { examples?: Record<string, unknown> }> }>;
    security?: unknown;
  }
  const response = await foyer.fetch('/api/openapi.json');
  const document = (await response.json()) as {
    openapi: string;
    paths: Record<string, Record<string, Operation>>;
  };
  expect(document.openapi).toBe('3.1.0');
  for (const endpoint of endpoints as readonly Endpoint[]) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    const operation = document.paths[path]?.[endpoint.method.toLowerCase()];
    expect(operation?.operationId).toBe(endpoint.name);
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const inPath = operation?.parameters.filter((one) => one.in === 'path').map(({ name }) => name);
    expect(inPath).toEqual(named);
    const codes = Object.values(operation?.responses ?? {}).flatMap(({ content }) =>
      Object.keys(content?.['application/json']?.examples ?? {}),
    );
    expect(codes).toEqual(expect.arrayContaining([...(endpoint.errors ?? []), 'invalidInput', 'internal']));
    expect(
      operation?.security !== undefined,
      `${endpoint.name} requires a login in the OpenAPI document, as for anonymous callers in accessRules.ts`,
    ).toBe(needsLogin(endpoint.name));
  }
});

/** Examples that get an error, because they name missing things or contain placeholders. */
const failingExamples: Readonly<Record<string, string>> = {
  // The example is a venue without an architecture, which is invalid.
  saveVenue: 'invalidVenue',
  validateVenue: 'invalidVenue',
  loginWithCvent: 'notFound',
  loginWithBizzabo: 'notFound',
  signIn: 'invalidCredentials',
  refreshSession: 'unauthorized',
  endSession: 'notFound',
  getProfile: 'notFound',
  getProfilePicture: 'notFound',
  // Mail is not configured.
  requestPasswordReset: 'functionUnsupported',
  changeEmail: 'functionUnsupported',
  getAccountLink: 'linkExpired',
  setPassword: 'linkExpired',
  registerAccount: 'notFound',
  confirmAccountLink: 'linkExpired',
  createFirstAdministrator: 'linkExpired',
  changePassword: 'conflict',
  deleteAccount: 'conflict',
  setAccountRoles: 'notFound',
  setAccountBlocked: 'notFound',
  resetAccountPassword: 'notFound',
  uploadChatFile: 'notFound',
  deleteChatUpload: 'notFound',
  createChatUploadUrls: 'notFound',
  createHeldPostUploadUrls: 'notFound',
  exportChatRoom: 'notFound',
  closeChatReport: 'notFound',
  // No Zoom SDK is installed.
  createZoomSignature: 'notFound',
  // The example venue has no media library.
  createArchiveLink: 'notFound',
  downloadArchive: 'notFound',
  // It has no media board.
  likeContent: 'notFound',
  unlikeContent: 'notFound',
  listRecommendations: 'notFound',
  // Its plenary has no film.
  accessVideo: 'notFound',
  // The example venue has no personalized tracking.
  getTrackingUserId: 'forbidden',
};

test.each((endpoints as readonly Endpoint[]).map((endpoint) => [endpoint.name, endpoint] as const))(
  'CALL-25j the example of %s gets the declared response',
  async (_name, endpoint) => {
    const writes = !['GET', 'HEAD'].includes(endpoint.method);
    const foyer = await (writes ? withExample() : readingExample());
    const { params = {}, query = {}, body } = endpoint.example;
    const path = endpoint.path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name] ?? '');
    const search = new URLSearchParams(query).toString();
    const png = new Uint8Array(
      await (await foyer.fetch('/api/architecture/nightfall/assets/logo')).arrayBuffer(),
    );
    const sent = endpoint.body === 'raw' ? png : JSON.stringify(body);
    const response = await foyer.fetch(`/api${path}${search === '' ? '' : `?${search}`}`, {
      method: endpoint.method,
      headers: {
        ...(await foyer.credentials('administrator')),
        ...(sent === undefined
          ? {}
          : { 'content-type': endpoint.body === 'raw' ? 'image/png' : 'application/json' }),
      },
      ...(sent === undefined ? {} : { body: sent }),
    });
    const expectedCode = failingExamples[endpoint.name];
    if (expectedCode !== undefined) {
      expect(endpoint.errors).toContain(expectedCode);
      expect((await errorOf(response)).code).toBe(expectedCode);
      return;
    }
    expect([200, 204]).toContain(response.status);
    const { response: schema } = endpoint;
    if (schema !== undefined && schema !== 'raw') schema.parse(await response.json());
  },
);

test('the API documentation is a page without scripts', async () => {
  const foyer = await reading();
  const response = await foyer.fetch('/api/docs');
  const html = await response.text();
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  for (const { name } of endpoints) expect(html).toContain(`<article id="${name}">`);
  expect(html).not.toMatch(/<script|style="/);
});

test('a repeated Idempotency-Key gets the first response, and the handler runs once', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const again = () => ({ headers: { 'idempotency-key': 'one' } });
  const input = { params: { version: 1 }, body: { baseVersion: 1 } } as const;
  const first = await foyer.call(restoreVersion, input, again());
  const second = await foyer.call(restoreVersion, input, again());
  expect(first.body).toMatchObject({ version: 2 });
  expect(second.body).toEqual(first.body);
  expect(first.headers.get('idempotency-replayed')).toBeNull();
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect((await foyer.must(listVersions, { query: {} })).versions).toHaveLength(2);
});

test('of ten simultaneous requests with one key only one runs', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const responses = await Promise.all(
    Array.from({ length: 10 }, () =>
      foyer.call(
        restoreVersion,
        { params: { version: 1 }, body: { baseVersion: 1 } },
        { headers: { 'idempotency-key': 'ten' } },
      ),
    ),
  );
  for (const { body } of responses) expect(body).toEqual({ version: 2, warnings: [] });
});

test('a key that is reused for another body, or has invalid characters, is rejected', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const restore = (baseVersion: number, key: string) =>
    foyer.call(
      restoreVersion,
      { params: { version: 1 }, body: { baseVersion } },
      { headers: { 'idempotency-key': key } },
    );
  await restore(1, 'key');
  expect((await restore(2, 'key')).error?.code).toBe('conflict');
  expect((await restore(2, 'k y')).error?.code).toBe('invalidInput');
  expect((await restore(2, 'x'.repeat(201))).error?.code).toBe('invalidInput');
});

test('an error is replayed for its key, with the id of the new request', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const conflict = () =>
    foyer.call(
      saveVenue,
      { body: '{"baseVersion":7,"venue":{"architectures":[]}}' },
      { headers: { 'idempotency-key': 'c' } },
    );
  const [first, second] = [await conflict(), await conflict()];
  expect(second.headers.get('idempotency-replayed')).toBe('true');
  expect(second.error).toEqual({ ...first.error, requestId: second.headers.get('x-request-id') });
});

test('a key expires after 24 hours', async () => {
  const foyer = await startFoyer();
  await publishExample(foyer);
  const publish = () =>
    foyer.call(
      publishVenue,
      { params: { architectureID: 'nightfall' }, body: {} },
      { headers: { 'idempotency-key': 'daily' } },
    );
  await publish();
  foyer.advance(24 * 3_600_000 - 1);
  expect((await publish()).headers.get('idempotency-replayed')).toBe('true');
  foyer.advance(1);
  expect((await publish()).headers.get('idempotency-replayed')).toBeNull();
});

test('bad input 78a: 100 kB of headers get 431', async () => {
  const foyer = await reading();
  const response = await overSocket(
    foyer,
    `GET /api/venue/version HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`,
  );
  expect(response).toMatch(/^HTTP\/1\.1 431 /);
  expect(response).toContain('"code":"headersTooLarge"');
});

test.each([
  ['a length and chunks', 'content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['two lengths', 'content-length: 5\r\ncontent-length: 6\r\n\r\n{}'],
  ['an unknown transfer encoding', 'transfer-encoding: chunked, cow\r\n\r\n0\r\n\r\n'],
  ['an invalid header line', 'no colon here\r\n\r\n'],
])('bad input 78b: a request with %s gets 400 and its connection is closed', async (_title, rest) => {
  const foyer = await reading();
  const response = await overSocket(
    foyer,
    `POST /api/designer/unpublish HTTP/1.1\r\nhost: localhost\r\n${rest}`,
  );
  expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400']);
  expect(response).toContain('"code":"invalidInput"');
});

test('bad input 78c: the host of a request does not appear in links', async () => {
  const foyer = await startFoyer();
  const port = foyer.running.listener.port;
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: 'http://evil.example/api/designer/stage-link',
    headers: { ...bearer, host: 'other.localhost', 'x-forwarded-host': 'evil.example' },
  });
  request.end();
  const [response] = (await once(request, 'response')) as [AsyncIterable<Buffer> & { statusCode: number }];
  let text = '';
  for await (const chunk of response) text += chunk.toString();
  expect(response.statusCode).toBe(200);
  expect((JSON.parse(text) as { url: string }).url).toMatch(`http://localhost:${port}/stage-link?code=`);
});

test('bad input 78c: the host of an absolute request URL is ignored, also on the stage', async () => {
  const foyer = await reading();
  const get = (path: string) =>
    overSocket(
      foyer,
      `GET http://evil.example${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    );
  expect(await get('/stage/api/venue/version')).toMatch(/^HTTP\/1\.1 401 /);
  expect(await get('/api/venue/version')).toContain('"mode":"LIVE"');
  expect(await get('')).toMatch(/^HTTP\/1\.1 503 /);
});

test('bad input 78d: TRACE gets 405, HTTP/1.0 gets a response and is closed', async () => {
  const foyer = await reading();
  const trace = await overSocket(
    foyer,
    'TRACE /api/venue/version HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx-secret: 1\r\n\r\n',
  );
  expect(trace).toMatch(/^HTTP\/1\.1 405 /);
  expect(trace).not.toContain('x-secret');
  const old = await overSocket(foyer, 'GET /api/venue/version HTTP/1.0\r\n\r\n');
  expect(old).toMatch(/^HTTP\/1\.1 200 /);
  expect(old).toContain('"mode":"LIVE"');
});

test('bad input 78e: a URL of 20 kB gets 414', async () => {
  const foyer = await reading();
  const response = await foyer.fetch(`/api/ui/venue?architectureId=${'x'.repeat(20_000)}`);
  expect((await errorOf(response)).code).toBe('uriTooLong');
});

test.each([
  ['GET', '/api/designer/versions/'],
  ['GET', '/stage/api/architecture/'],
  ['DELETE', '/api/session/devices/'],
])('bad input 78e: a path parameter of a thousand characters gets 414: %s %s', async (method, path) => {
  const foyer = await reading();
  const tail = path.includes('architecture') ? '/assets/logo' : '';
  const response = await foyer.fetch(`${path}${'x'.repeat(1_000)}${tail}`, { method, headers: bearer });
  expect((await errorOf(response)).code).toBe('uriTooLong');
});

test('bad input 78f: invalid percent-encoding gets 400', async () => {
  const foyer = await reading();
  const response = await overSocket(
    foyer,
    'GET /api/ui/architecture/%ff/mandatory-pages HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
  );
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
});

test('bad input 78g: headers that arrive too slowly get 408', async () => {
  const listener = await listen({ host: '127.0.0.1', port: 0 }, { headersTimeoutMs: 50, checkMs: 20 });
  const socket = connect(listener.port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n');
  let response = '';
  socket.on('data', (chunk: Buffer) => (response += chunk.toString()));
  await once(socket, 'close');
  await listener.stop(0);
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
});

test('bad input 79: forwarded headers of untrusted callers are ignored', async () => {
  const foyer = await startFoyer();
  const hops = Array.from({ length: 1_000 }, (_, index) => `10.0.${index % 250}.1`).join(', ');
  await foyer.fetch('/api/no-such-call', {
    headers: { 'x-forwarded-for': hops, 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  });
  expect(foyer.logged.at(-1)).toMatchObject({ address: '127.0.0.1' });
});

test('forwarded headers are followed only through trusted proxies', async () => {
  const foyer = await startFoyer({ env: { TRUSTED_PROXIES: '127.0.0.0/8,10.0.0.0/8' } });
  await foyer.fetch('/api/no-such-call', {
    headers: { 'x-forwarded-for': '198.51.100.9, 203.0.113.5, 10.1.2.3' },
  });
  expect(foyer.logged.at(-1)).toMatchObject({ address: '203.0.113.5' });
});

test.each([
  ['an endpoint', '/api/venue/version'],
  ['a hot response', '/ui-config.json'],
  ['the web app', '/'],
  ['a page', '/stage-link?code=x'],
])('%s is not sent under the name of another site', async (_name, path) => {
  const foyer = await reading();
  const response = await overSocket(
    foyer,
    `GET ${path} HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n`,
  );
  expect(response).toMatch(/^HTTP\/1\.1 421 /);
  expect(response).toContain('set PUBLIC_URL');
});

test('probes are answered under any name, other requests with two Host headers are invalid', async () => {
  const foyer = await reading();
  const get = (path: string, ...hosts: string[]) =>
    overSocket(
      foyer,
      `GET ${path} HTTP/1.1\r\n${hosts.map((host) => `Host: ${host}\r\n`).join('')}Connection: close\r\n\r\n`,
    );
  expect(await get('/livez', 'foyer-0.internal')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await get('/readyz', 'foyer-0.internal')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await get('/api/venue/version', 'localhost', 'localhost')).toMatch(/^HTTP\/1\.1 400 /);
});
