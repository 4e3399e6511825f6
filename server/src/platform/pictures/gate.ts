/** Lets in so much at a time, in the order of arrival. */
export class Gate {
  readonly #capacity: number;
  #used = 0;
  readonly #waiting: { weight: number; enter: () => void }[] = [];

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Runs `work` once there is room for its weight. What is heavier than the gate goes alone. */
  async run<T>(weight: number, work: () => Promise<T>): Promise<T> {
    const taken = Math.min(weight, this.#capacity);
    await this.#enter(taken);
    try {
      return await work();
    } finally {
      this.#used -= taken;
      this.#letIn();
    }
  }

  #enter(weight: number): Promise<void> {
    return new Promise((enter) => {
      this.#waiting.push({ weight, enter });
      this.#letIn();
    });
  }

  #letIn(): void {
    for (
      let next = this.#waiting[0];
      next && this.#used + next.weight <= this.#capacity;
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      this.#used += next.weight;
      next.enter();
    }
  }
}
