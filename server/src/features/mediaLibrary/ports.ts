/** Dependencies on other features; app.ts passes them. */
import type { Readable } from 'node:stream';
import type { Architecture, OperatingMode } from '@foyer/contract';

/** The stored file of an asset. */
export interface LibraryFile {
  /** The display name in the venue file. */
  readonly displayName: string | undefined;
  /** Of its media type, with the dot. */
  readonly extension: string;
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly storedAt: number;
  open(): Promise<Readable>;
}

export interface MediaLibraryPorts {
  /** An architecture as a mode shows it; undefined if it does not. */
  findArchitecture(mode: OperatingMode, architectureId: string): Promise<Architecture | undefined>;
  /**
   * The files of these assets, by id, in the generations that the venue shows. Assets that are missing in the venue or in
   * the storage are missing in the result, and so are HLS videos, which are not files that a person can open.
   */
  findFiles(
    mode: OperatingMode,
    architectureId: string,
    assetIds: readonly string[],
  ): Promise<ReadonlyMap<string, LibraryFile>>;
  /** Whether the live venue requires a login. */
  loginEnabled(): boolean;
}
