/** Vitest's global set-up of the tests on PostgreSQL: one throw-away server for the whole run. */
import { findPostgres, howToGetPostgres, startPostgres } from '#testing/postgres';

export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env['FOYER_TEST_POSTGRES'] !== undefined) return undefined;
  if (findPostgres() === undefined) throw new Error(`NOT RUN: postgres (server tests): ${howToGetPostgres}`);
  const cluster = await startPostgres();
  process.env['FOYER_TEST_POSTGRES'] = cluster.url;
  return async () => {
    delete process.env['FOYER_TEST_POSTGRES'];
    await cluster.remove();
  };
};
