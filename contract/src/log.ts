import * as z from 'zod/mini';

/** The browser that sent a log message. `clientUsername` is the email or ANONYM. */
export const clientDetails = z.strictObject({
  browser: z.string(),
  browserVersion: z.string(),
  os: z.string(),
  userAgent: z.string(),
  browserLanguage: z.string(),
  cookiesEnabled: z.boolean(),
  venueLanguage: z.string(),
  architectureId: z.optional(z.string()),
  clientUsername: z.string(),
  clientURL: z.string(),
  clientVersion: z.string(),
});
export type ClientDetails = z.infer<typeof clientDetails>;

export const frontendLogMessage = z.strictObject({
  messageDetails: z.strictObject({ message: z.string(), details: z.optional(z.string()) }),
  clientDetails,
  loglevel: z.enum(['INFO', 'WARN', 'ERROR']),
  logCategory: z.string(),
  messageOrigin: z.enum(['DESIGNER', 'UI']),
});
export type FrontendLogMessage = z.infer<typeof frontendLogMessage>;
