import { createArchiveLink } from '@foyer/contract';
import { expect, onTestFinished, test } from 'vitest';
import { testDatabase, testEngine } from '#testing/database';
import { startFoyer, type Foyer } from '#testing/foyer';
import { startS3 } from '#testing/s3';
import { s3Env } from '../asset/testing/publishedAssets.ts';
import { publishLibrary } from './testing/library.ts';

test('CALL-27am a link works once, also if two nodes receive it at the same time', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.close());
  const env = s3Env(s3);
  const one = await startFoyer({ env });
  await publishLibrary(one);
  // SQLite has one process; only PostgreSQL has several nodes.
  const startOther = async (): Promise<Foyer> => {
    const other = await testDatabase('sqlite');
    onTestFinished(() => other.remove());
    const { databaseUrl } = one.running.config;
    return startFoyer({ env, database: { dataDir: other.dataDir, databaseUrl } });
  };
  const two = testEngine === 'postgres' ? await startOther() : one;
  for (let round = 0; round < 5; round += 1) {
    const { url } = await one.must(
      createArchiveLink,
      { params: { architectureID: 'nightfall', widgetID: 'library' }, body: { locale: 'en' } },
      { as: 'guest' },
    );
    const download = async (node: Foyer): Promise<number> => {
      const response = await node.fetch(url);
      await response.arrayBuffer();
      return response.status;
    };
    const statuses = await Promise.all([one, two, one, two].map(download));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    // 409: the same node is still sending it.
    expect(statuses.filter((status) => status === 409 || status === 410)).toHaveLength(3);
    if (two !== one) expect(statuses).toContain(410);
  }
});
