import { expect, test } from 'vitest';
import { followKey, type KeyPress } from './gestures.ts';

const plain: KeyPress = { key: '', altKey: false, ctrlKey: false, metaKey: false, repeat: false };

/** The effect of a key, and whether it was handled. */
function press(key: string, more: Partial<KeyPress> = {}) {
  const effects: unknown[] = [];
  const target = {
    step: (across: number, down: number) => effects.push('step', across, down),
    zoomStep: (factor: number) => effects.push('zoom', factor),
    reset: () => effects.push('reset'),
  };
  return { handled: followKey({ ...plain, ...more, key }, target, 1.5), effects };
}

test('WIDGET-05b arrows step, plus and minus zoom, 0 resets', () => {
  expect(press('ArrowRight').effects).toEqual(['step', 1, 0]);
  expect(press('ArrowLeft').effects).toEqual(['step', -1, 0]);
  expect(press('ArrowUp').effects).toEqual(['step', 0, -1]);
  expect(press('ArrowDown').effects).toEqual(['step', 0, 1]);
  for (const key of ['+', '=']) expect(press(key).effects).toEqual(['zoom', 1.5]);
  for (const key of ['-', '_']) expect(press(key).effects).toEqual(['zoom', 1 / 1.5]);
  expect(press('0').effects).toEqual(['reset']);
});

test('a key that is held down makes smaller steps', () => {
  expect(press('ArrowRight', { repeat: true }).effects).toEqual(['step', 0.35, 0]);
});

test('WIDGET-05i other keys, and keys with a modifier, are ignored', () => {
  expect(press('Tab')).toEqual({ handled: false, effects: [] });
  expect(press('+', { ctrlKey: true })).toEqual({ handled: false, effects: [] });
});
