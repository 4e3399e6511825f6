import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/apiError.ts';
import { AssetFailure } from '../assets/assetFailure.ts';
import { failureOf, PdfFailure } from './pdfFailure.ts';

afterEach(() => vi.unstubAllGlobals());

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

test.each([
  ['an asset that the venue does not have', new AssetFailure('plan', 404), 'missing'],
  ['a rejected signature', new ApiError('FORBIDDEN', 'forbidden', { status: 403 }), 'forbidden'],
  ['a server without a response', new ApiError('NOT_REACHABLE', 'no response'), 'offline'],
  ['a failed download of pdf.js', new TypeError('Failed to fetch dynamically imported module'), 'offline'],
  ['what is not a PDF', named('InvalidPDFException', 'Invalid PDF structure.'), 'corrupt'],
  ['an unknown handler', named('UnknownErrorException', 'unknown encryption method'), 'encryption'],
  ['an unknown algorithm', named('UnknownErrorException', 'unsupported encryption algorithm'), 'encryption'],
  ['no password', new PdfFailure('locked'), 'locked'],
] as const)('PDF-01r %s', (_, error, kind) => {
  expect(failureOf(error).kind).toBe(kind);
});

test('PDF-01cg without a response the message does not say that the user is offline while the browser is online', () => {
  vi.stubGlobal('navigator', { onLine: true });
  expect(failureOf(new TypeError('Failed to fetch')).kind).toBe('server');
  vi.stubGlobal('navigator', { onLine: false });
  expect(failureOf(new TypeError('Failed to fetch')).kind).toBe('offline');
});
