/** Files beside messages (CHAT-04, CHAT-13, CHAT-14), and a room as a file. */
import * as z from 'zod/mini';
import { chatUpload } from './chat.ts';
import { endpoint } from './endpoint.ts';
import { id, noNul } from './values.ts';

/** What may be uploaded: the type that the bytes are of, and how such a name ends. */
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

export const putChatUpload = endpoint({
  name: 'putChatUpload',
  method: 'PUT',
  path: '/chat/rooms/:roomId/uploads/:clientId',
  summary:
    'A file for a message of this room: smaller than 5 MB, of an allowed type by what its bytes are. Pictures are made anew, without their metadata. One that no message takes within a day is gone',
  params: z.strictObject({ roomId: id, clientId: id }),
  query: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(1_000), noNul) }),
  body: 'raw',
  answer: z.strictObject({ upload: chatUpload }),
  errors: [
    'unauthorized',
    'forbidden',
    'notFound',
    'cannotPublish',
    'conflict',
    'payloadTooLarge',
    'unsupportedMediaType',
    'invalidAsset',
    'storageFull',
    'requestTimeout',
  ],
  example: { params: { roomId: 'nothing', clientId: 'c-0000003' }, query: { name: 'plan.pdf' } },
});

export const dropChatUpload = endpoint({
  name: 'dropChatUpload',
  method: 'DELETE',
  path: '/chat/rooms/:roomId/uploads/:clientId',
  summary:
    'Takes a file of one’s own away that no message of this room has taken; one that is not there is gone already',
  params: z.strictObject({ roomId: id, clientId: id }),
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { roomId: 'nothing', clientId: 'c-0000003' } },
});

export const signChatUpload = endpoint({
  name: 'signChatUpload',
  method: 'POST',
  path: '/chat/rooms/:roomId/messages/:seq/upload',
  summary: 'Addresses of the file of a message, for whoever reads the room; they hold for a while',
  params: z.strictObject({ roomId: id, seq: z.coerce.number().check(z.int(), z.gte(1)) }),
  answer: z.strictObject({
    url: z.string(),
    /** Of a picture: a smaller one. */
    previewUrl: z.optional(z.string()),
    /** Milliseconds since 1970. */
    expiresAt: z.number(),
  }),
  errors: ['unauthorized', 'forbidden', 'notFound', 'gone'],
  example: { params: { roomId: 'nothing', seq: '1' } },
});

export const exportChatRoom = endpoint({
  name: 'exportChatRoom',
  method: 'GET',
  path: '/chat/rooms/:roomId/export',
  summary:
    'What one may read of a room as JSON, a message per line; for its members, of standing rooms for hosts',
  params,
  answer: 'raw',
  errors: ['unauthorized', 'forbidden', 'notFound'],
  example: { params: { roomId: 'nothing' } },
});

export const chatFileEndpoints = [putChatUpload, dropChatUpload, signChatUpload, exportChatRoom] as const;
