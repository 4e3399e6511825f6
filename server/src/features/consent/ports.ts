/** Dependencies on other features; app.ts passes them. */
import type { OperatingMode } from '@foyer/contract';
import type { AttemptCounter } from '#platform/identity';

export interface ConsentPorts {
  readonly attempts: AttemptCounter;
  /** The version of the venue that a mode shows now. */
  currentVersion(mode: OperatingMode): number;
}
