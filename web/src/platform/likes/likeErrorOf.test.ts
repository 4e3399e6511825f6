import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/apiError.ts';
import { likeErrorOf } from './likeErrorOf.ts';

afterEach(() => vi.unstubAllGlobals());

const rejected = (status: number): ApiError => new ApiError('PROCESSING_ERROR', 'rejected', { status });
const noResponse = new ApiError('NOT_REACHABLE', 'no response');
const notDownloaded = new TypeError('Failed to fetch dynamically imported module');

test.each([
  ['content that is gone', rejected(404), 'gone', 'gone'],
  ['too many likes', rejected(429), 'tooMany', 'tooMany'],
  ['a failed server', rejected(500), 'other', 'other'],
  ['no response', noResponse, 'other', 'offline'],
  ['a failed download', notDownloaded, 'other', 'offline'],
] as const)('BOARD-03bc why a like is not stored: %s', (_, error, online, offline) => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(likeErrorOf(error)).toBe(online);
  vi.stubGlobal('navigator', { onLine: false });
  expect(likeErrorOf(error)).toBe(offline);
});
