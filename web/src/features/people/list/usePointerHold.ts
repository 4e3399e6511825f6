/** Freezes the order of the list while the pointer moves over it, so that rows do not move under the pointer. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { runAfter } from '../../../platform/time/timers.ts';

/** After a pointer has rested for this time, the list is updated again. */
export const pointerHoldMs = 3_000;
/** The same after the pointer has left the list or the finger was lifted, which may come back. */
const leaveHoldMs = 1_000;

export interface PointerHold {
  readonly isHeld: boolean;
  /** The vertical position of the pointer in the viewport, in pixels; undefined if it is not over the list. */
  readonly pointerY: RefObject<number | undefined>;
  /** For the element that contains the list. */
  readonly handlers: Readonly<
    Record<
      'onPointerMove' | 'onPointerDown' | 'onPointerUp' | 'onPointerCancel' | 'onPointerLeave',
      (event: PointerEvent) => void
    >
  >;
}

export function usePointerHold(): PointerHold {
  const [isHeld, setIsHeld] = useState(false);
  const pointerY = useRef<number>(undefined);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  const hold = (ms: number): void => {
    setIsHeld(true);
    cancel.current?.();
    cancel.current = runAfter(ms, () => setIsHeld(false));
  };
  const move = ({ clientY }: PointerEvent): void => {
    pointerY.current = clientY;
    hold(pointerHoldMs);
  };
  const leave = (): void => {
    pointerY.current = undefined;
    hold(leaveHoldMs);
  };
  const lift = (event: PointerEvent): void => (event.pointerType === 'mouse' ? move(event) : leave());
  return {
    isHeld,
    pointerY,
    handlers: {
      onPointerMove: move,
      onPointerDown: move,
      onPointerUp: lift,
      onPointerCancel: leave,
      onPointerLeave: leave,
    },
  };
}

/** Returns the value from before the hold began while `isHeld`. A new `key` is applied immediately. */
export function useFrozen<T>(value: T, key: string, isHeld: boolean): T {
  const [shown, setShown] = useState({ value, key });
  const isDue = shown.value !== value && (!isHeld || shown.key !== key);
  if (isDue) setShown({ value, key });
  return isDue ? value : shown.value;
}
