/** Zoom meetings in the page, for operators who have installed Zoom's Meeting SDK. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id } from './values.ts';

/** The name of the page's meta element with the version of the SDK; absent if meetings can only be opened in a tab. */
export const zoomMeta = 'foyer-zoom';

/** The page that runs the SDK, in a frame. It has its own content security policy, since the SDK needs `eval`. */
export const zoomPagePath = '/zoom.html';

export const createZoomSignature = endpoint({
  name: 'createZoomSignature',
  method: 'POST',
  path: '/meeting/zoom-signature',
  summary:
    'Returns what the user needs to join the Zoom meeting of a widget in the page, while its configuration is active: a signature that is valid for two hours, and the passcode',
  body: z.strictObject({ areaId: id, widgetId: id, configId: id }),
  response: z.strictObject({
    /** A JWT for Zoom's Meeting SDK. */
    signature: z.string(),
    sdkKey: z.string(),
    /** Digits only. */
    meetingNumber: z.string(),
    passcode: z.optional(z.string()),
    /** 0 for attendees, 1 for hosts and administrators. */
    role: z.union([z.literal(0), z.literal(1)]),
    /** Milliseconds since 1970. */
    expiresAt: z.number(),
  }),
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { body: { areaId: 'lobby', widgetId: 'help-desk', configId: 'always' } },
});
