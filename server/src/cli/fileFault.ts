/** What is wrong with a file that a command was given, in the words of people. */
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A file cannot be read or written; the message is one line that names it. */
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
  EISDIR: (file) => `${file} is a folder, and no file`,
  EACCES: (file, way) => `${file} may not be ${way} by this user`,
  EPERM: (file, way) => `${file} may not be ${way} by this user`,
  EROFS: (file) => `${file} is on a disk that cannot be written`,
  ENOSPC: (file) => `There is no room on the disk for ${file}`,
};

/** The text of a file. @throws FileFault */
export const readText = (file: string): Promise<string> =>
  namingFile(file, 'read', () => readFile(file, 'utf8'));

/** @throws FileFault where there is no such file, or a folder in its place */
export const requireFile = (file: string): Promise<void> =>
  namingFile(file, 'read', async () => {
    if ((await stat(file)).isDirectory())
      throw Object.assign(new Error('It is a folder'), { code: 'EISDIR', path: file });
  });

/** Does something with a file; what the system says of this file is thrown as a `FileFault`. */
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

/** What is written is first there under a longer name; what happens to an open file comes without any name. */
const isOf = ({ path, syscall }: NodeJS.ErrnoException, file: string, way: Way): boolean =>
  path === undefined ? syscall === (way === 'read' ? 'read' : 'write') : path.startsWith(file);

/** The fault of the system, also where somebody has put other words around it. */
function systemFault(fault: unknown): NodeJS.ErrnoException | undefined {
  if (!(fault instanceof Error)) return undefined;
  return 'code' in fault ? (fault as NodeJS.ErrnoException) : systemFault(fault.cause);
}
