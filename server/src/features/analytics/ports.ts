/** Dependencies on other features; app.ts passes them. */
import type { Architecture, OperatingMode } from '@foyer/contract';

export interface AnalyticsPorts {
  /**
   * The architecture that a mode currently shows: the published one, or on the stage the one saved last. With an id: that
   * architecture if the mode shows it; the stage shows all saved ones.
   */
  shownArchitecture(mode: OperatingMode, architectureId?: string): Promise<Architecture | undefined>;
  /** Whether the live venue requires a login. */
  loginEnabled(): boolean;
}
