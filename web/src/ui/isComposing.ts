/** Whether a key belongs to the input method. Safari has ended the word by then, and says so by the key code alone. */
import type { KeyboardEvent } from 'react';

const inputMethodKey = 229;

export const isComposing = ({ nativeEvent, keyCode }: KeyboardEvent): boolean =>
  nativeEvent.isComposing || keyCode === inputMethodKey;
