/** The options and results of proofs. `npm run proof -- P1` and the tests in this folder run them. */
export interface ProofOptions {
  /** Runs the full form, or the short form of at most 20 s that `npm run test:full` includes. */
  readonly full: boolean;
  readonly seed: number;
  readonly log: (line: string) => void;
}
export interface ProofResult {
  readonly passed: boolean;
  readonly figures: Record<string, string | number>;
}
export type Proof = (options: ProofOptions) => Promise<ProofResult>;

/** Collects violations. A proof holds if there are none. */
export class Findings {
  readonly broken: string[] = [];
  private readonly log: (line: string) => void;

  constructor(log: (line: string) => void) {
    this.log = log;
  }

  expect(holds: boolean, otherwise: string): void {
    if (holds) return;
    this.broken.push(otherwise);
    this.log(`  BROKEN: ${otherwise}`);
  }
}
