import { expect, test, vi } from 'vitest';
import { createScope, type Scope } from './scope.ts';

test('a scope makes each of its parts once, and every scope its own', () => {
  const createPart = vi.fn((scope: Scope) => ({ scope }));
  const [first, second] = [createScope(), createScope()];
  const part = first.get(createPart);
  expect(first.get(createPart)).toBe(part);
  expect(second.get(createPart).scope).toBe(second);
  expect(createPart).toHaveBeenCalledTimes(2);
});

test('a part that has no value is made once too', () => {
  const createNothing = vi.fn(() => undefined);
  const scope = createScope();
  scope.get(createNothing);
  scope.get(createNothing);
  expect(createNothing).toHaveBeenCalledOnce();
});
