import { runAfter } from './time/timers.ts';

/** Offers bytes to the user as a download. */
export function saveFile(name: string, bytes: Blob): void {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read the bytes only after this task.
  runAfter(60_000, () => URL.revokeObjectURL(url));
}
