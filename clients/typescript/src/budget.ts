// How often may be asked again: not more than one call in ten, so that many clients do not hold a service
// down that has too much to do.

const EARNED = 0.1;
const SAVED_MAX = 10;

/** What is saved for asking again. */
export class Budget {
  // With so much everybody begins, and no more is saved: a few faults in a row.
  #saved = SAVED_MAX;

  /** A call is made. */
  earn(): void {
    this.#saved = Math.min(this.#saved + EARNED, SAVED_MAX);
  }

  /** One is to be made again. Returns whether it may. */
  spend(): boolean {
    // A tenth is no number of a binary machine: ten of them are to be enough.
    if (this.#saved < 1 - 1e-9) {
      return false;
    }
    this.#saved -= 1;
    return true;
  }
}
