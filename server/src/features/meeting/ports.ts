/** Dependencies on other features; app.ts passes them. */
import type { Architecture, OperatingMode } from '@foyer/contract';

export interface MeetingPorts {
  /** The venue that a mode shows now: the published one, or on the stage the one saved last. */
  shownArchitecture(mode: OperatingMode): Architecture | undefined;
}
