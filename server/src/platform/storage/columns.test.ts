import { expect, test } from 'vitest';
import { oneOf } from '#platform/storage/columns';

test('a column with a value that it must not have is an error, not a default', () => {
  expect(oneOf(['LIVE', 'STAGE'], 'STAGE')).toBe('STAGE');
  for (const text of ['stage', '', null])
    expect(() => oneOf(['LIVE', 'STAGE'], text)).toThrow(
      `The database has ${text} instead of one of LIVE, STAGE`,
    );
});
