/** The names of files that users provide, and those of responses. */
import { fileNameOf } from '@foyer/contract/fileNames';

/** The name of an uploaded file, which may begin with its path on the sender's machine: only the last part is used. */
export const safeFileName = (name: string, extension: string): string =>
  fileNameOf(name.split(/[/\\]/).at(-1) ?? '', extension);

const percentEncode = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;

/** Content-Disposition (RFC 6266): an ASCII name for old clients, and the full one (RFC 5987). */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7E]/gu, '_')
    .replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*!]/g, percentEncode);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
