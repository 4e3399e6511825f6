/** Reads the lengths of sounds, one after another. What is wanted may change meanwhile. */

/** @returns seconds; undefined if the file does not say, or cannot be read */
export type ReadLength = (uri: string) => Promise<number | undefined>;

export class LengthQueue {
  private readonly read: ReadLength;
  private readonly onRead: (uri: string, seconds: number) => void;
  private readonly requested = new Set<string>();
  private wanted: readonly string[] = [];
  private isReading = false;

  constructor(read: ReadLength, onRead: LengthQueue['onRead']) {
    this.read = read;
    this.onRead = onRead;
  }

  /** Replaces what is wanted, the first one first. Each length is requested once, also if it cannot be read. */
  setWanted(uris: readonly string[]): void {
    this.wanted = uris;
    if (!this.isReading) void this.readAll();
  }

  private async readAll(): Promise<void> {
    this.isReading = true;
    for (;;) {
      const next = this.wanted.find((uri) => !this.requested.has(uri));
      if (next === undefined) break;
      this.requested.add(next);
      const seconds = await this.read(next).catch(() => undefined);
      if (seconds !== undefined) this.onRead(next, seconds);
    }
    this.isReading = false;
  }
}
