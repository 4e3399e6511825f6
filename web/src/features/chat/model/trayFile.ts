import type { ChatUpload } from '@foyer/contract';
import type { UploadErrorCode } from './uploads.ts';

/** A file that is sent with the next message of its room. */
export interface TrayFile {
  readonly clientId: string;
  readonly roomId: string;
  readonly file: File;
  /** Object URL of a picture, for its preview. */
  readonly picture?: string;
  /** 0 to 1. */
  readonly progress: number;
  readonly upload?: ChatUpload;
  readonly error?: UploadErrorCode;
}

const none: readonly TrayFile[] = [];

export const filesOf = (files: readonly TrayFile[], roomId: string): readonly TrayFile[] =>
  files.some((file) => file.roomId === roomId) ? files.filter((file) => file.roomId === roomId) : none;
