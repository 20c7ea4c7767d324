// Sequential work on the latest item: an item that arrives during work replaces the waiting one.

/** `work(item)` returns a promise. Between two items there is a pause, unless one is urgent. */
export class Latest {
  #work;
  #pause;
  #next = null;
  #isBusy = false;
  #isUrgent = false;
  #wake = () => {};

  constructor(work, pauseMilliseconds = 0) {
    this.#work = work;
    this.#pause = pauseMilliseconds;
  }

  /** Whether an item waits that will replace the current one. */
  get hasNext() {
    return this.#next !== null;
  }

  async push(item, isUrgent = true) {
    this.#next = item;
    this.#isUrgent = isUrgent;
    if (isUrgent) {
      this.#wake();
    }
    if (this.#isBusy) {
      return;
    }
    this.#isBusy = true;
    while (this.#next !== null) {
      const current = this.#next;
      this.#next = null;
      await this.#work(current);
      if (this.#pause > 0 && !(this.#next !== null && this.#isUrgent)) {
        await this.#rest();
      }
    }
    this.#isBusy = false;
  }

  #rest() {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, this.#pause);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
