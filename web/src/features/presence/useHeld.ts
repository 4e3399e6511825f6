/** Nothing changes its place under the pointer: while it moves over the list, who is listed where stays as it is. */
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react';
import { runAfter } from '../../platform/time/timers.ts';

/** A pointer that has rested for so long aims at nothing. */
const aimMs = 3_000;
/** A finger that was lifted may come down again. */
const liftedMs = 1_000;

export interface Hold {
  readonly isHeld: boolean;
  /** Where the pointer is over the list, in pixels of the screen; undefined: it is not. */
  readonly pointerY: RefObject<number | undefined>;
  /** For the element that the list stands in. */
  readonly handlers: Readonly<
    Record<
      'onPointerMove' | 'onPointerDown' | 'onPointerUp' | 'onPointerCancel' | 'onPointerLeave',
      (event: PointerEvent) => void
    >
  >;
}

export function useHold(): Hold {
  const [isHeld, setIsHeld] = useState(false);
  const pointerY = useRef<number>(undefined);
  const cancel = useRef<() => void>(undefined);
  useEffect(() => () => cancel.current?.(), []);
  const hold = (ms: number): void => {
    setIsHeld(true);
    cancel.current?.();
    cancel.current = runAfter(ms, () => setIsHeld(false));
  };
  const aim = ({ clientY }: PointerEvent): void => {
    pointerY.current = clientY;
    hold(aimMs);
  };
  const leave = (): void => {
    pointerY.current = undefined;
    hold(liftedMs);
  };
  const lift = (event: PointerEvent): void => (event.pointerType === 'mouse' ? aim(event) : leave());
  return {
    isHeld,
    pointerY,
    handlers: {
      onPointerMove: aim,
      onPointerDown: aim,
      onPointerUp: lift,
      onPointerCancel: leave,
      onPointerLeave: leave,
    },
  };
}

/** What was shown when it began to be held; another question is answered at once. */
export function useHeld<T>(value: T, question: string, isHeld: boolean): T {
  const [shown, setShown] = useState({ value, question });
  const isDue = shown.value !== value && (!isHeld || shown.question !== question);
  if (isDue) setShown({ value, question });
  return isDue ? value : shown.value;
}
