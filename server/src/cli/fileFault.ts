/** Readable messages for file system errors. */
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file cannot be read or written. The message is one line with the path. */
export class FileFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileFault';
  }
}

type Way = 'read' | 'written';

const words: Readonly<Record<string, (file: string, way: Way) => string>> = {
  ENOENT: (file, way) => (way === 'read' ? `No such file: ${file}` : `No such folder: ${dirname(file)}`),
  ENOTDIR: (file) => `No such folder: ${dirname(file)}`,
  EISDIR: (file) => `${file} is a folder, not a file`,
  EACCES: (file, way) => `${file} cannot be ${way} by this user: permission denied`,
  EPERM: (file, way) => `${file} cannot be ${way} by this user: permission denied`,
  EROFS: (file) => `${file} is on a read-only file system`,
  ENOSPC: (file) => `No space left on the disk for ${file}`,
};

/** The text of a file. @throws FileFault */
export const readText = (file: string): Promise<string> =>
  namingFile(file, 'read', () => readFile(file, 'utf8'));

/** @throws FileFault if the file does not exist or is a folder */
export const requireFile = (file: string): Promise<void> =>
  namingFile(file, 'read', async () => {
    if ((await stat(file)).isDirectory())
      throw Object.assign(new Error('It is a folder'), { code: 'EISDIR', path: file });
  });

/** Runs `work`; converts file system errors about `file` to a `FileFault`. */
export async function namingFile<T>(file: string, way: Way, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    const found = systemFault(fault);
    const inWords = words[found?.code ?? ''];
    if (found === undefined || inWords === undefined || !isOf(found, file, way)) throw fault;
    throw new FileFault(inWords(file, way), { cause: fault });
  }
}

/** Files are written under a temporary longer name first; errors of open files have no path. */
const isOf = ({ path, syscall }: NodeJS.ErrnoException, file: string, way: Way): boolean =>
  path === undefined ? syscall === (way === 'read' ? 'read' : 'write') : path.startsWith(file);

/** The file system error among the causes of an error. */
function systemFault(fault: unknown): NodeJS.ErrnoException | undefined {
  if (!(fault instanceof Error)) return undefined;
  return 'code' in fault ? (fault as NodeJS.ErrnoException) : systemFault(fault.cause);
}
