/** Imprint and privacy policy, which load without the rest of the venue (GUARD-12). */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './values.ts';

export const mandatoryPages = z.strictObject({
  architectureId: z.string(),
  impress: z.array(z.strictObject({ locale: z.string(), text: z.string() })),
  privacyNotice: z.array(z.strictObject({ locale: z.string(), text: z.string() })),
});
export const getMandatoryPages = endpoint({
  name: 'getMandatoryPages',
  method: 'GET',
  path: '/ui/architecture/:architectureID/mandatory-pages',
  summary: 'Returns the imprint and the privacy policy, without a login',
  params: z.strictObject({ architectureID: id }),
  response: mandatoryPages,
  errors: ['notFound'],
  example: { params: { architectureID: 'nightfall' } },
});
