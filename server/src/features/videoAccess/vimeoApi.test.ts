import { startVendor, type VendorStandIn } from '@foyer/standins/vendor';
import { startVimeoApi, vimeoToken } from '@foyer/standins/vimeoApi';
import { expect, onTestFinished, test } from 'vitest';
import { VimeoApi } from './vimeoApi.ts';

const unavailable = { code: 'unavailable' };

/** Vimeo’s API with the clock of the test, in milliseconds. Requests end without a response when `timeout` is aborted. */
function connectTo(vimeo: VendorStandIn) {
  onTestFinished(() => vimeo.stop());
  const connection = { now: 0, timeout: new AbortController(), warnings: [] as unknown[] };
  const api = new VimeoApi(
    { token: vimeoToken, apiUrl: vimeo.url },
    {
      clock: Date.now,
      monotonicClock: () => connection.now,
      log: { warn: (fields) => void connection.warnings.push(fields) },
      timeout: () => connection.timeout.signal,
    },
  );
  return Object.assign(connection, { api });
}

test('CALL-11o users who open a film at the same moment share one request, which ends if Vimeo does not answer', async () => {
  const vimeo = await startVimeoApi();
  vimeo.failure = { kind: 'silent' };
  const connection = connectTo(vimeo);
  const { api, warnings } = connection;
  const both = Promise.allSettled([api.find('500001'), api.find('500001')]);
  await expect.poll(() => vimeo.requests.length).toBe(1);
  connection.timeout.abort();
  expect(await both).toMatchObject([{ reason: unavailable }, { reason: unavailable }]);
  expect([vimeo.requests.length, warnings.length]).toEqual([1, 1]);
  vimeo.failure = undefined;
  connection.timeout = new AbortController();
  expect(await api.find('500001')).toMatchObject({ isFrameable: false, stream: { url: expect.any(String) } });
});

test('CALL-11ad after three failures in succession, and after each one more, Vimeo is not asked for a minute', async () => {
  const vimeo = await startVimeoApi();
  vimeo.failure = { kind: 'broken' };
  const connection = connectTo(vimeo);
  const { api, warnings } = connection;
  const asked: number[] = [];
  for (const wait of [0, 0, 0, 0, 59_999, 1, 0, 60_000]) {
    connection.now += wait;
    await expect(api.find('500001')).rejects.toMatchObject(unavailable);
    asked.push(vimeo.requests.length);
  }
  expect(asked).toEqual([1, 2, 3, 3, 3, 4, 4, 5]);
  expect(warnings).toHaveLength(1);
});

test('CALL-11ae a response of more than 1 MiB is not read', async () => {
  const body = { description: 'x'.repeat(1024 * 1024) };
  const errorResponse = () => ({ status: 500 });
  const { api, warnings } = connectTo(
    await startVendor({ respond: () => ({ status: 200, body }), errorResponse }),
  );
  await expect(api.find('500001')).rejects.toMatchObject(unavailable);
  expect(warnings).toMatchObject([{ err: { message: 'Vimeo’s response has more than 1048576 bytes' } }]);
});
