/** A process that opens the storage of a folder, prints "open", and keeps it open until it is killed. */
import { StorageFault } from '#platform/storage/faults';
import { openStorage } from '#platform/storage/storage';

try {
  await openStorage({ dataDir: process.argv[2] ?? '' });
  process.stdout.write('open\n');
} catch (thrown) {
  if (!(thrown instanceof StorageFault)) throw thrown;
  process.stderr.write(`${thrown.message}\n`);
  process.exitCode = 78;
}
