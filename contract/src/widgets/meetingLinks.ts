/** What widgets for online meetings share. */
import * as z from 'zod/mini';
import { address } from '../address.ts';

export const meetingLinks = {
  hostMeetingUrl: z.optional(address),
  viewerMeetingUrl: z.optional(address),
  meetingUrl: z.optional(address),
};
