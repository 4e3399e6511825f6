import { expect, test, vi } from 'vitest';
import { orderedDecoder } from './orderedDecoder.ts';

const compressed = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer();

test('compressed frames and plain ones are taken in the order in which they came', async () => {
  const taken: string[] = [];
  const broken = vi.fn();
  const frame = orderedDecoder((text) => taken.push(text), broken);
  const long = 'everybody '.repeat(200_000);
  const [longFrame, shortFrame] = [await compressed(long), await compressed('short')];
  frame('first');
  expect(taken).toEqual(['first']);
  frame(longFrame);
  frame('after the long one');
  frame(shortFrame);
  frame('last');
  await vi.waitFor(() => expect(taken).toHaveLength(5));
  expect(taken).toEqual(['first', long, 'after the long one', 'short', 'last']);
  frame('at once again');
  expect(taken.at(-1)).toBe('at once again');
  expect(broken).not.toHaveBeenCalled();
});

test('a frame that is not compressed as it says is told, and nothing that follows is taken', async () => {
  const taken: string[] = [];
  const broken = vi.fn();
  const frame = orderedDecoder((text) => taken.push(text), broken);
  frame(new Uint8Array([0xff, 0xff, 0xff]).buffer);
  frame('after');
  await vi.waitFor(() => expect(broken).toHaveBeenCalledTimes(2));
  expect(taken).toEqual([]);
});
