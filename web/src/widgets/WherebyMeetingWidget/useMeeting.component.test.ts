/** The state of a room whose frame is replaced, as a call does it while the meeting is being entered. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useMeeting } from './useMeeting.ts';

const url = 'https://nightfall.whereby.com/workshop';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

function addFrame(): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  document.body.append(frame);
  return frame;
}

function send(frame: HTMLIFrameElement, type: string): void {
  const source = frame.contentWindow;
  dispatchEvent(new MessageEvent('message', { data: { type }, origin: new URL(url).origin, source }));
}

test('WIDGET-18u whether a room responds depends on its current frame, not on an earlier one that a call has replaced', async () => {
  const { result, act } = await renderHook(() => useMeeting(url));
  const isUnresponsive = () => result.current.state.isUnresponsive;
  const show = (frame: HTMLIFrameElement) =>
    act(() => {
      result.current.onFrame(frame);
      result.current.onShow();
    });
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const first = addFrame();
  await show(first);
  await act(() => send(first, 'ready'));
  await pass(15_000);
  expect(isUnresponsive()).toBe(false);
  await act(() => result.current.onFrame(null));
  await act(() => result.current.onFrame(addFrame()));
  await act(() => result.current.onShow());
  await pass(9_000);
  expect(isUnresponsive()).toBe(false);
  await pass(1_000);
  expect(isUnresponsive()).toBe(true);
  await act(() => result.current.onFrame(null));
  await act(() => result.current.onFrame(addFrame()));
  expect(isUnresponsive()).toBe(false);
});
