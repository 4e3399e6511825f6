import { expect, test, vi } from 'vitest';
import { orderedDecoder } from './orderedDecoder.ts';

const compressed = (text: string): Promise<ArrayBuffer> =>
  new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'))).arrayBuffer();

test('compressed and plain frames are delivered in the order in which they arrive', async () => {
  const received: string[] = [];
  const onError = vi.fn();
  const decode = orderedDecoder((text) => received.push(text), onError);
  const long = 'everyone '.repeat(200_000);
  const [longFrame, shortFrame] = [await compressed(long), await compressed('short')];
  decode('first');
  expect(received).toEqual(['first']);
  decode(longFrame);
  decode('after the long one');
  decode(shortFrame);
  decode('last');
  await vi.waitFor(() => expect(received).toHaveLength(5));
  expect(received).toEqual(['first', long, 'after the long one', 'short', 'last']);
  decode('at once again');
  expect(received.at(-1)).toBe('at once again');
  expect(onError).not.toHaveBeenCalled();
});

test('an invalid compressed frame is reported, and no later frame is delivered', async () => {
  const received: string[] = [];
  const onError = vi.fn();
  const decode = orderedDecoder((text) => received.push(text), onError);
  decode(new Uint8Array([0xff, 0xff, 0xff]).buffer);
  decode('after');
  await vi.waitFor(() => expect(onError).toHaveBeenCalledTimes(2));
  expect(received).toEqual([]);
});
