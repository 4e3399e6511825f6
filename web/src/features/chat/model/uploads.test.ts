import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createVisit } from '../../../platform/visit/visit.ts';
import { createFileUrls } from './uploads.ts';

beforeEach(() => vi.stubGlobal('location', new URL('https://venue.example.org/v/nightfall')));
afterEach(() => vi.unstubAllGlobals());

test('SESSION-10 the URL of a file is requested for the visit only, also after waiting for an earlier request', async () => {
  const send = vi.fn();
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit) => {
    const response = Promise.withResolvers<Response>();
    if (signal?.aborted) response.reject(signal.reason);
    else send(url);
    signal?.addEventListener('abort', () => response.reject(signal.reason));
    return response.promise;
  });
  const visit = createVisit();
  const getFileUrl = visit.get(createFileUrls);
  const first = getFileUrl('r1', 3);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  const second = getFileUrl('r1', 3);
  visit.end();
  for (const url of await Promise.allSettled([first, second]))
    expect(url).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  expect(send).toHaveBeenCalledOnce();
});
