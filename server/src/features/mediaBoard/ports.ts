/** Dependencies on other features; app.ts passes them. */
import type { Architecture, OperatingMode } from '@foyer/contract';

export interface MediaBoardPorts {
  /** The architecture that a mode currently shows; undefined if there is none. */
  readonly shownArchitecture: (mode: OperatingMode) => Architecture | undefined;
}
