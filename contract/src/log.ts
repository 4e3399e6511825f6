/** Messages that browsers log, and the server's records of them (CALL-05, SHELL-02, ERROR-10). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { logDetailsLength, logMessageLength, textLength, urlLength } from './limits.ts';
import { instant } from './localized.ts';
import { withoutNul } from './values.ts';
import { operatingModes } from './venueVersion.ts';

const detail = z.string().check(z.maxLength(textLength), withoutNul);

/** The browser that sent a message. `clientUsername` is the email or ANONYM; `clientURL` is the path of the page. */
export const clientDetails = z.strictObject({
  browser: detail,
  browserVersion: detail,
  os: detail,
  userAgent: detail,
  browserLanguage: detail,
  cookiesEnabled: z.boolean(),
  venueLanguage: detail,
  architectureId: z.optional(detail),
  clientUsername: detail,
  clientURL: z.string().check(z.maxLength(urlLength), withoutNul),
  clientVersion: detail,
});
export type ClientDetails = z.infer<typeof clientDetails>;

/** For the examples of endpoints. */
export const exampleClient: ClientDetails = {
  browser: 'Firefox',
  browserVersion: '140.0',
  os: 'Linux',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  browserLanguage: 'en',
  cookiesEnabled: true,
  venueLanguage: 'en',
  architectureId: 'nightfall',
  clientUsername: 'ANONYM',
  clientURL: '/v/nightfall/area/lobby',
  clientVersion: '2.0.0',
};

export const logLevels = ['INFO', 'WARN', 'ERROR'] as const;
export type LogLevel = (typeof logLevels)[number];
export const messageOrigins = ['DESIGNER', 'UI'] as const;

const messageDetails = z.strictObject({
  message: z.string().check(z.minLength(1), z.maxLength(logMessageLength), withoutNul),
  /** The cause with its stack. */
  details: z.optional(z.string().check(z.maxLength(logDetailsLength), withoutNul)),
});

export const frontendLogMessage = z.strictObject({
  messageDetails,
  clientDetails,
  loglevel: z.enum(logLevels),
  logCategory: z.string().check(z.regex(/^[A-Z][A-Z0-9_]{0,39}$/, 'is not a category, such as ASSET')),
  messageOrigin: z.enum(messageOrigins),
});
export type FrontendLogMessage = z.infer<typeof frontendLogMessage>;

export const captureMessage = endpoint({
  name: 'captureMessage',
  method: 'POST',
  path: '/capture/log',
  summary: 'Records a message that the web app of the signed-in user has logged',
  body: frontendLogMessage,
  errors: ['unauthorized', 'forbidden'],
  example: {
    body: {
      messageDetails: { message: 'picture could not be loaded' },
      clientDetails: { ...exampleClient, clientUsername: 'ada@example.org' },
      loglevel: 'WARN',
      logCategory: 'ASSET',
      messageOrigin: 'UI',
    },
  },
});

/** Equal messages of a user within a minute are one record with a count. */
export const capturedMessage = z.strictObject({
  id: z.string(),
  /** By the clock of the server. */
  firstAt: instant,
  lastAt: instant,
  count: z.number(),
  mode: z.enum(operatingModes),
  level: z.enum(logLevels),
  category: z.string(),
  origin: z.enum(messageOrigins),
  message: z.string(),
  details: z.optional(z.string()),
  /** `clientUsername` is the email of the session. */
  client: clientDetails,
  /** The id of the first request with this message, as in the log of the server. */
  requestId: z.string(),
});
export type CapturedMessage = z.infer<typeof capturedMessage>;

export const listCapturedMessages = endpoint({
  name: 'listCapturedMessages',
  method: 'GET',
  path: '/admin/messages',
  summary: 'Lists the messages of browsers, newest first',
  query: z.strictObject({
    /** `nextCursor` of the previous response. */
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
    level: z.optional(z.enum(logLevels)),
    category: z.optional(detail),
    origin: z.optional(z.enum(messageOrigins)),
    /** `clientVersion`. */
    version: z.optional(detail),
    browser: z.optional(detail),
    /** The email of the user. */
    user: z.optional(detail),
  }),
  response: z.strictObject({
    messages: z.array(capturedMessage),
    nextCursor: z.optional(z.string()),
    /** The number of messages of the last 14 days that exceeded the rate limit and were not stored. */
    dropped: z.number(),
    /** The values that occur, for the filters. */
    found: z.strictObject({
      categories: z.array(z.string()),
      versions: z.array(z.string()),
      browsers: z.array(z.string()),
    }),
  }),
  errors: ['unauthorized', 'forbidden'],
  example: { query: { level: 'ERROR' } },
});

export const logEndpoints = [captureMessage, listCapturedMessages] as const;
