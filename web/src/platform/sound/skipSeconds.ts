/** How far the buttons jump back and forth. */
export const skipSeconds = 15;
