/** The API as an OpenAPI 3.1 document, generated from the endpoint declarations (CALL-25). */
import {
  appVersion,
  errorResponse,
  errorCodes,
  getOpenApi,
  type Endpoint,
  type ErrorCode,
} from '@foyer/contract';
import * as z from 'zod';
import { docsPage } from '#platform/http/docs/docsPage';
import type { HeaderKinds } from '#platform/http/headers';
import { anyone, route, type AnyRoute, type Page, type Policy } from '#platform/http/route';

type Json = Record<string, unknown>;
type Schema = NonNullable<Endpoint['params']>;

/** Error codes of every endpoint, in addition to the declared ones. */
const commonErrors: readonly ErrorCode[] = [
  'invalidInput',
  'missingParameter',
  'tooManyRequests',
  'internal',
  'unavailable',
];

export function openApiRoute(routes: readonly AnyRoute[], publicUrl: string): AnyRoute {
  const self: AnyRoute = route({ endpoint: getOpenApi, policy: anyone, handle: async () => document() });
  let cached: ReturnType<typeof openApiDocument> | undefined;
  const document = () => (cached ??= openApiDocument([...routes, self], publicUrl));
  return self;
}

/** `/api/docs`: the API as an HTML page. */
export const openApiPage = (routes: readonly AnyRoute[], headers: HeaderKinds): Page => ({
  method: 'GET',
  path: '/api/docs',
  policy: anyone,
  handle: async () => ({ status: 200, ...docsPage(routes, headers, errorsOf) }),
});

export function openApiDocument(routes: readonly AnyRoute[], publicUrl: string): { openapi: string } & Json {
  const paths: Record<string, Json> = {};
  for (const { endpoint, policy, idempotent } of routes) {
    const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(endpoint, policy, idempotent === true),
    };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version: appVersion,
      summary: 'Virtual events you host yourself',
      description:
        'Every endpoint exists twice: below /api for the live venue, below /stage/api for the staged venue. Only the prefix determines the mode.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      { url: `${publicUrl}/api`, description: 'The live venue' },
      {
        url: `${publicUrl}/stage/api`,
        description: 'The staged venue: for designers, administrators and stage links',
      },
    ],
    paths,
    components: {
      schemas: { ErrorResponse: jsonSchema(errorResponse, 'output') },
      securitySchemes: {
        adminKey: { type: 'http', scheme: 'bearer', description: "The administrator's key" },
        idToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The ID token of a session',
        },
        stageCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'foyer_stage',
          description: 'Set by a stage link',
        },
      },
    },
  };
}

/** The error codes of an endpoint, without duplicates. */
export const errorsOf = (endpoint: Endpoint): readonly ErrorCode[] => [
  ...new Set([...(endpoint.errors ?? []), ...commonErrors]),
];

function operation(endpoint: Endpoint, policy: Policy, idempotent: boolean): Json {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    ...security(policy),
    parameters: [
      ...parameters('path', endpoint.params, endpoint.example.params),
      ...parameters('query', endpoint.query, endpoint.example.query),
      ...(idempotent ? [idempotencyKey] : []),
    ],
    ...requestBody(endpoint),
    responses: { ...successResponse(endpoint), ...errorResponses(endpoint) },
  };
}

/** Alternative security schemes; none if unidentified callers are allowed. */
function security({ kind }: Policy): Json {
  if (kind === 'roles') return { security: [{ idToken: [] }, { adminKey: [] }] };
  return kind === 'account' || kind === 'attendee' ? { security: [{ idToken: [] }] } : {};
}

const idempotencyKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Requests with the same key, caller and body within 24 hours get the first response.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};

function parameters(location: 'path' | 'query', schema: Schema | undefined, example: Json = {}): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
    ...(example[name] === undefined ? {} : { example: example[name] }),
  }));
}

function requestBody({ body, example }: Endpoint): Json {
  if (body === undefined) return {};
  if (body === 'raw') {
    return {
      requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
    };
  }
  const schema = body === 'text' ? { type: 'object' } : jsonSchema(body, 'input');
  const required = body === 'text' || !z.safeParse(body, undefined).success;
  return {
    requestBody: {
      required,
      content: {
        'application/json': { schema, ...(example.body === undefined ? {} : { example: example.body }) },
      },
    },
  };
}

function successResponse({ response, method, example }: Endpoint): Json {
  if (response === undefined)
    return { [method === 'HEAD' ? '200' : '204']: { description: 'Success, without a body' } };
  const content =
    response === 'raw'
      ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
      : {
          'application/json': {
            schema: jsonSchema(response, 'output'),
            ...(example.response === undefined ? {} : { example: example.response }),
          },
        };
  return { '200': { description: 'Success', content } };
}

/** One response per status; its examples are the codes with that status. */
function errorResponses(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorCodes[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.join(' or '),
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/ErrorResponse' },
            examples: Object.fromEntries(
              codes.map((code) => [
                code,
                { value: { errMsg: 'A sentence that describes the error.', code, requestId: 'k3Jd81aQ-1f' } },
              ]),
            ),
          },
        },
      },
    ]),
  );
}

function jsonSchema(schema: Schema, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  }) as Json;
  return rest;
}
