import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { probeFolder } from '#platform/files/disk';
import { StorageOutage } from '#platform/storageOutage';

test('a probe that can neither write nor delete its file fails as a storage outage', async () => {
  const file = join(tmpdir(), `foyer-disk-${randomUUID()}`);
  await writeFile(file, '');
  onTestFinished(() => rm(file));
  await expect(probeFolder(file)).rejects.toThrow(StorageOutage);
});
