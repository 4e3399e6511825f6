import { expect, test } from 'vitest';
import { followKey, type KeyPress } from './gestures.ts';

const plain: KeyPress = { key: '', altKey: false, ctrlKey: false, metaKey: false, repeat: false };

/** The effect of a key, and whether it was handled. */
function press(key: string, more: Partial<KeyPress> = {}) {
  const done: unknown[] = [];
  const target = {
    step: (across: number, down: number) => done.push('step', across, down),
    zoomStep: (factor: number) => done.push('zoom', factor),
    reset: () => done.push('reset'),
  };
  return { taken: followKey({ ...plain, ...more, key }, target, 1.5), done };
}

test('WIDGET-05b arrows step, plus and minus zoom, 0 resets', () => {
  expect(press('ArrowRight').done).toEqual(['step', 1, 0]);
  expect(press('ArrowLeft').done).toEqual(['step', -1, 0]);
  expect(press('ArrowUp').done).toEqual(['step', 0, -1]);
  expect(press('ArrowDown').done).toEqual(['step', 0, 1]);
  for (const key of ['+', '=']) expect(press(key).done).toEqual(['zoom', 1.5]);
  for (const key of ['-', '_']) expect(press(key).done).toEqual(['zoom', 1 / 1.5]);
  expect(press('0').done).toEqual(['reset']);
});

test('a key that is held down makes smaller steps', () => {
  expect(press('ArrowRight', { repeat: true }).done).toEqual(['step', 0.35, 0]);
});

test('WIDGET-05b other keys, and keys with a modifier, are ignored', () => {
  expect(press('Tab')).toEqual({ taken: false, done: [] });
  expect(press('+', { ctrlKey: true })).toEqual({ taken: false, done: [] });
});
