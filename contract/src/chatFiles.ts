/** Files attached to messages (CHAT-04, CHAT-13, CHAT-14), and the export of a room. */
import * as z from 'zod/mini';
import { chatUpload } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { id, withoutNul } from './values.ts';

/** The media types that may be uploaded, detected from the bytes, and their file name extensions. */
export const chatUploadTypes = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/avif': ['avif'],
  'application/pdf': ['pdf'],
  'text/plain': ['txt', 'csv', 'md'],
  'audio/mpeg': ['mp3'],
  'video/mp4': ['mp4', 'm4v'],
  'application/zip': ['zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type ChatUploadType = keyof typeof chatUploadTypes;

const params = z.strictObject({ roomId: id });

/** Temporary signed URLs of an uploaded file. */
export const chatUploadUrls = z.strictObject({
  url: z.string(),
  /** Set for pictures: a smaller version. */
  previewUrl: z.optional(z.string()),
  /** Milliseconds since 1970. */
  expiresAt: z.number(),
});

export const uploadChatFile = endpoint({
  name: 'uploadChatFile',
  method: 'PUT',
  path: '/chat/rooms/:roomId/uploads/:clientId',
  summary:
    'Uploads a file for a message: smaller than 5 MB, of an allowed type, which is detected from the bytes. Pictures are re-encoded without metadata. Walls take only pictures. A file that is not posted within a day is deleted',
  params: z.strictObject({ roomId: id, clientId: id }),
  query: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(1_000), withoutNul) }),
  body: 'raw',
  response: z.strictObject({ upload: chatUpload }),
  errors: [
    'unauthorized',
    'forbidden',
    'notFound',
    'cannotPost',
    'conflict',
    'payloadTooLarge',
    'unsupportedMediaType',
    'invalidAsset',
    'storageFull',
    'requestTimeout',
  ],
  example: { params: { roomId: 'nothing', clientId: 'c-0000003' }, query: { name: 'plan.pdf' } },
});

export const deleteChatUpload = endpoint({
  name: 'deleteChatUpload',
  method: 'DELETE',
  path: '/chat/rooms/:roomId/uploads/:clientId',
  summary:
    'Deletes one of the user’s own uploads that is not attached to a message. Succeeds if the upload does not exist',
  params: z.strictObject({ roomId: id, clientId: id }),
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { roomId: 'nothing', clientId: 'c-0000003' } },
});

export const createChatUploadUrls = endpoint({
  name: 'createChatUploadUrls',
  method: 'POST',
  path: '/chat/rooms/:roomId/messages/:seq/upload',
  summary: 'Returns temporary signed URLs of the file attached to a message',
  params: z.strictObject({ roomId: id, seq: z.coerce.number().check(z.int(), z.gte(1)) }),
  response: chatUploadUrls,
  errors: ['unauthorized', 'forbidden', 'notFound', 'gone'],
  example: { params: { roomId: 'nothing', seq: '1' } },
});

export const exportChatRoom = endpoint({
  name: 'exportChatRoom',
  method: 'GET',
  path: '/chat/rooms/:roomId/export',
  summary:
    'Exports the messages that the user may read as JSON Lines; for members of the room, and for hosts in built-in rooms',
  params,
  response: 'raw',
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { roomId: 'nothing' } },
});

export const chatFileEndpoints = [
  uploadChatFile,
  deleteChatUpload,
  createChatUploadUrls,
  exportChatRoom,
] as const;
