/** A process that opens the storage of a folder, prints "open", and keeps it open until it is killed. */
import { StorageError } from '#platform/storage/errors';
import { openStorage } from '#platform/storage/storage';

try {
  await openStorage({ dataDir: process.argv[2] ?? '' });
  process.stdout.write('open\n');
} catch (error) {
  if (!(error instanceof StorageError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 78;
}
