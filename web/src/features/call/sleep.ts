/** Whether the machine has slept: its lid was closed, and nothing of the page went on. */

const beatMs = 1_000;

/** @param longMs a pause that counts as sleep */
export function watchSleep(longMs: number) {
  // The other clock of a page may stand still meanwhile.
  let beatAt = Date.now();
  let hasSlept = false;
  const look = (): void => {
    const now = Date.now();
    hasSlept ||= now - beatAt > longMs;
    beatAt = now;
  };
  const beating = setInterval(look, beatMs);
  return {
    /** Since it was asked last. */
    hasBeen: (): boolean => {
      look();
      const had = hasSlept;
      hasSlept = false;
      return had;
    },
    end: (): void => clearInterval(beating),
  };
}
