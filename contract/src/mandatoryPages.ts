/** Imprint, privacy policy and cookie banner, which load without the rest of the venue (GUARD-12, PAGE-03). */
import * as z from 'zod/mini';
import { cookieBannerTypes, cookieProviderTypes } from './consent.ts';
import { endpoint } from './endpoint.ts';
import { id } from './values.ts';

/** The locales are strings, because a server may support more languages than this version of the app. */
const texts = z.array(z.strictObject({ locale: z.string(), text: z.string() }));

export const mandatoryPages = z.strictObject({
  architectureId: z.string(),
  impress: texts,
  privacyNotice: texts,
  cookieBannerConfig: z.strictObject({
    type: z.enum(cookieBannerTypes),
    text: texts,
    personalizedTrackingText: z.optional(texts),
    styling: z.optional(
      z.strictObject({ backgroundColor: z.optional(z.string()), textColor: z.optional(z.string()) }),
    ),
  }),
  cookieProviders: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      type: z.enum(cookieProviderTypes),
      accepted: z.optional(z.boolean()),
      attributes: z.array(z.strictObject({ key: z.string(), value: texts })),
    }),
  ),
  personalizedTrackingEnabled: z.optional(z.boolean()),
});
export const getMandatoryPages = endpoint({
  name: 'getMandatoryPages',
  method: 'GET',
  path: '/ui/architecture/:architectureID/mandatory-pages',
  summary: 'Returns the imprint, the privacy policy and the cookie banner, without a login',
  params: z.strictObject({ architectureID: id }),
  response: mandatoryPages,
  errors: ['notFound'],
  example: { params: { architectureID: 'nightfall' } },
});
