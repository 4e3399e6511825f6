import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api/apiError.ts';
import { accessFailureOf } from './accessFailure.ts';

test.each([
  [0, 'unreachable'],
  // A captive portal.
  [200, 'unreachable'],
  [400, 'gone'],
  [401, 'gone'],
  [403, 'gone'],
  [404, 'gone'],
  [409, 'unplayable'],
  [429, 'unreachable'],
  [503, 'unreachable'],
])(
  'CALL-11af only what a retry may mend is requested again: after status %i a film is %s',
  (status, failure) => {
    expect(accessFailureOf(new ApiError('PROCESSING_ERROR', '', { status }))).toBe(failure);
  },
);
