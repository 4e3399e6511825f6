import { expect, test } from 'vitest';
import { testStorage } from '#testing/database';
import { DroppedMessages } from './droppedMessages.ts';
import { frontendLogMigration, type FrontendLogTables } from './tables.ts';

test('ERROR-10rd dropped messages are counted once while they are being saved', async () => {
  const dropped = new DroppedMessages(
    await testStorage<FrontendLogTables>([frontendLogMigration]),
    () => 1_800_000_000_000,
  );
  dropped.add(3);
  const before = dropped.total();
  const saving = dropped.save();
  const during = dropped.total();
  await saving;
  expect([await before, await during, await dropped.total()]).toEqual([3, 3, 3]);
});
