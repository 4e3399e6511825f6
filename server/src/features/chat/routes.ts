/** What chat answers over HTTP: uploads, their signed addresses, and a room as a file. */
import {
  closeChatReport,
  dropChatUpload,
  exportChatRoom,
  listChatActions,
  listChatReports,
  putChatUpload,
  signChatUpload,
} from '@foyer/contract';
import {
  account,
  attendee,
  host,
  raw,
  route,
  type AnyRoute,
  type Caller,
  type Page,
} from '#platform/http/route';
import { speakerOf } from './actor.ts';
import type { ChatParts } from './deps.ts';
import { chatFileRoot, largestUpload } from './uploads/uploads.ts';

export const chatRoutes = ({ uploads, exports, reports, record }: ChatParts): AnyRoute[] => [
  route({
    endpoint: putChatUpload,
    policy: attendee,
    bodyLimit: largestUpload,
    handle: async ({ mode, caller, params, query, body }) => ({
      upload: await uploads.put(speakerOf({ mode, caller }), { ...params, name: query.name }, body),
    }),
  }),
  route({
    endpoint: dropChatUpload,
    policy: attendee,
    handle: ({ mode, caller, params }) => uploads.takeBack(speakerOf({ mode, caller }), params),
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
  route({
    endpoint: listChatReports,
    policy: host,
    handle: ({ mode, query }) => reports.list(mode, query),
  }),
  route({
    endpoint: closeChatReport,
    policy: host,
    handle: ({ mode, caller, params, body }) =>
      reports.close(mode, hostIdOf(caller), params.reportId, body.outcome),
  }),
  route({
    endpoint: listChatActions,
    policy: host,
    handle: ({ mode, query }) => record.list(mode, query.before),
  }),
];

/** Whoever holds the administrator's key has no account. */
const hostIdOf = (caller: Caller): string => (caller.kind === 'account' ? caller.accountId : 'operator');

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
