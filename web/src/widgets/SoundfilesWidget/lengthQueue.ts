/** Reads the lengths of sounds, one after another. What is wanted may change meanwhile. */

/** @returns seconds; undefined if the file does not say, or cannot be read */
export type ReadLength = (assetId: string) => Promise<number | undefined>;

export class LengthQueue {
  private readonly read: ReadLength;
  private readonly onRead: (assetId: string, seconds: number | undefined) => void;
  private readonly begun = new Set<string>();
  private wanted: readonly string[] = [];
  private isReading = false;

  constructor(read: ReadLength, onRead: LengthQueue['onRead']) {
    this.read = read;
    this.onRead = onRead;
  }

  /** Replaces what is wanted, the first one first. Each length is read once. */
  want(assetIds: readonly string[]): void {
    this.wanted = assetIds;
    if (!this.isReading) void this.readAll();
  }

  private async readAll(): Promise<void> {
    this.isReading = true;
    for (;;) {
      const next = this.wanted.find((assetId) => !this.begun.has(assetId));
      if (next === undefined) break;
      this.begun.add(next);
      this.onRead(next, await this.read(next).catch(() => undefined));
    }
    this.isReading = false;
  }
}
