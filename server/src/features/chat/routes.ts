/** HTTP endpoints of chat: uploads and their signed URLs, exports of rooms, reports and the moderation log. */
import {
  closeChatReport,
  deleteChatUpload,
  exportChatRoom,
  listModerationLog,
  listChatReports,
  uploadChatFile,
  createChatUploadUrls,
  createHeldPostUploadUrls,
} from '@foyer/contract';
import {
  account,
  attendee,
  host,
  raw,
  route,
  signedUrl,
  type AnyRoute,
  type Caller,
  type Page,
} from '#platform/http/route';
import { actorOf } from './actor.ts';
import type { ChatServices } from './services.ts';
import { chatFileRoot, maxUploadBytes } from './uploads/uploads.ts';

export const chatRoutes = ({ uploads, roomExport, reports, moderationLog }: ChatServices): AnyRoute[] => [
  route({
    endpoint: uploadChatFile,
    policy: attendee,
    bodyLimit: maxUploadBytes,
    handle: async ({ mode, caller, params, query, body }) => ({
      upload: await uploads.store(actorOf({ mode, caller }), { ...params, name: query.name }, body),
    }),
  }),
  route({
    endpoint: deleteChatUpload,
    policy: attendee,
    handle: ({ mode, caller, params }) => uploads.discard(actorOf({ mode, caller }), params),
  }),
  route({
    endpoint: createChatUploadUrls,
    policy: attendee,
    handle: ({ mode, caller, params }) =>
      uploads.createUrls(actorOf({ mode, caller }), params.roomId, params.seq),
  }),
  route({
    endpoint: createHeldPostUploadUrls,
    policy: attendee,
    handle: ({ mode, caller, params }) => uploads.createHeldUrls(actorOf({ mode, caller }), params),
  }),
  route({
    endpoint: exportChatRoom,
    policy: account,
    handle: async ({ mode, caller, params }) =>
      raw(await roomExport.export(actorOf({ mode, caller }), params.roomId)),
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
    endpoint: listModerationLog,
    policy: host,
    handle: ({ mode, query }) => moderationLog.list(mode, query.before),
  }),
];

/** A caller with the administrator's key has no account. */
const hostIdOf = (caller: Caller): string => (caller.kind === 'account' ? caller.accountId : 'operator');

/** Files. The signature in the URL grants access, so no login is required. */
export const chatPages = ({ uploads }: ChatServices): Page[] => [
  {
    method: 'GET',
    path: `${chatFileRoot}:uploadId/:part`,
    mode: 'LIVE',
    policy: signedUrl,
    handle: ({ params, query, headers }) =>
      uploads.serve(params['uploadId'] ?? '', params['part'] ?? '', query, headers),
  },
];
