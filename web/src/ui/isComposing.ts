/** Whether a key event belongs to an input method. Safari has ended the composition by then; only the key code tells. */
import type { KeyboardEvent } from 'react';

const inputMethodKey = 229;

export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === inputMethodKey;
