/** Names of files in one folder of an archive: safe on every system, and each used once. */
import { fileNameOf } from '@foyer/contract/fileNames';

/** Windows allows 260 characters for a path, which begins with the folder where an attendee unpacks the ZIP. */
export const maxFolderName = 60;
export const maxFileName = 100;

/** Windows and macOS ignore the case of file names. */
const keyOf = (name: string): string => name.toUpperCase();

export class UniqueNames {
  private readonly maxLength: number;
  private readonly used = new Set<string>();
  /** The last number that was added to a name, so that many equal names are not compared with each other. */
  private readonly lastNumbers = new Map<string, number>();

  /** @param maxLength in characters, without the extension and a number */
  constructor(maxLength: number) {
    this.maxLength = maxLength;
  }

  /**
   * A safe name that this folder does not have yet: "plan.pdf", "plan (2).pdf".
   * @param extension with the dot; '' for a folder
   */
  add(name: string, extension: string): string {
    const safe = fileNameOf(name, extension, this.maxLength);
    const stem = safe.slice(0, safe.length - extension.length);
    let unique = safe;
    let number = this.lastNumbers.get(keyOf(safe)) ?? 1;
    while (this.used.has(keyOf(unique))) {
      number += 1;
      unique = `${stem} (${number})${extension}`;
    }
    this.lastNumbers.set(keyOf(safe), number);
    this.used.add(keyOf(unique));
    return unique;
  }
}
