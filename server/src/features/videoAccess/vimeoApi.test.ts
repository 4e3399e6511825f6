import { startVimeoApi, vimeoToken } from '@foyer/standins/vimeoApi';
import { expect, onTestFinished, test } from 'vitest';
import { VimeoApi } from './vimeoApi.ts';

test('CALL-11o users who open a film at the same moment share one request, which ends if Vimeo does not answer', async () => {
  const vimeo = await startVimeoApi();
  onTestFinished(() => vimeo.stop());
  vimeo.failure = { kind: 'silent' };
  const warnings: string[] = [];
  const api = new VimeoApi(
    { token: vimeoToken, apiUrl: vimeo.url },
    {
      clock: Date.now,
      monotonicClock: () => 0,
      log: { warn: (_, message) => void warnings.push(message) },
      responseTimeoutMs: 500,
    },
  );
  expect(await Promise.all([api.find('500001'), api.find('500001')])).toEqual([undefined, undefined]);
  expect(vimeo.requests).toHaveLength(1);
  expect(new Set(warnings)).toEqual(new Set(['Vimeo does not return the stream of a film']));
  vimeo.failure = undefined;
  expect(await api.find('500001')).toMatchObject({ isFrameable: false, stream: { url: expect.any(String) } });
});
