/** Readable messages for file system errors. */
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file cannot be read or written. The message is one line with the path. */
export class FileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileError';
  }
}

type FileAccess = 'read' | 'written';

const messages: Readonly<Record<string, (file: string, access: FileAccess) => string>> = {
  ENOENT: (file, access) =>
    access === 'read' ? `No such file: ${file}` : `No such folder: ${dirname(file)}`,
  ENOTDIR: (file) => `No such folder: ${dirname(file)}`,
  EISDIR: (file) => `${file} is a folder, not a file`,
  EACCES: (file, access) => `${file} cannot be ${access} by this user: permission denied`,
  EPERM: (file, access) => `${file} cannot be ${access} by this user: permission denied`,
  EROFS: (file) => `${file} is on a read-only file system`,
  ENOSPC: (file) => `No space left on the disk for ${file}`,
};

/** The text of a file. @throws FileError */
export const readText = (file: string): Promise<string> =>
  withFileErrors(file, 'read', () => readFile(file, 'utf8'));

/** @throws FileError if the file does not exist or is a folder */
export const requireFile = (file: string): Promise<void> =>
  withFileErrors(file, 'read', async () => {
    if ((await stat(file)).isDirectory())
      throw Object.assign(new Error('It is a folder'), { code: 'EISDIR', path: file });
  });

/** Runs `work`; converts file system errors about `file` to a `FileError`. */
export async function withFileErrors<T>(
  file: string,
  access: FileAccess,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const found = findSystemError(error);
    const describe = messages[found?.code ?? ''];
    if (found === undefined || describe === undefined || !isOf(found, file, access)) throw error;
    throw new FileError(describe(file, access), { cause: error });
  }
}

/** Files are written under a temporary longer name first; errors of open files have no path. */
const isOf = ({ path, syscall }: NodeJS.ErrnoException, file: string, access: FileAccess): boolean =>
  path === undefined ? syscall === (access === 'read' ? 'read' : 'write') : path.startsWith(file);

/** The file system error among the causes of an error. */
function findSystemError(error: unknown): NodeJS.ErrnoException | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error ? (error as NodeJS.ErrnoException) : findSystemError(error.cause);
}
