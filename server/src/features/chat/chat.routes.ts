/** What chat answers over HTTP: uploads, their signed addresses, and a room as a file. */
import { exportChatRoom, putChatUpload, signChatUpload } from '@foyer/contract';
import { account, attendee, raw, route, type AnyRoute, type Page } from '#platform/http/route';
import type { ChatParts } from './chat.parts.ts';
import { speakerOf } from './chat.speaker.ts';
import { chatFileRoot, largestUpload } from './chat.uploads.ts';

export const chatRoutes = ({ uploads, exports }: ChatParts): AnyRoute[] => [
  route({
    endpoint: putChatUpload,
    policy: attendee,
    bodyLimit: largestUpload,
    handle: async ({ mode, caller, params, query, body }) => ({
      upload: await uploads.put(speakerOf({ mode, caller }), { ...params, name: query.name }, body),
    }),
  }),
  route({
    endpoint: signChatUpload,
    policy: attendee,
    handle: ({ mode, caller, params }) =>
      uploads.sign(speakerOf({ mode, caller }), params.roomId, params.seq),
  }),
  route({
    endpoint: exportChatRoom,
    policy: account,
    handle: async ({ mode, caller, params }) =>
      raw(await exports.answer(speakerOf({ mode, caller }), params.roomId)),
  }),
];

/** Who may read is in the address, so nobody is asked for a login. */
export const chatPages = ({ uploads }: ChatParts): Page[] => [
  {
    method: 'GET',
    path: `${chatFileRoot}:uploadId/:part`,
    mode: 'LIVE',
    policy: { kind: 'anyone', evenOnStage: true },
    handle: ({ params, query, headers }) =>
      uploads.answer(params['uploadId'] ?? '', params['part'] ?? '', query, headers),
  },
];
