// Requests to the engine, which runs in workers.

import { startWorker } from './resources.js';

/** The reason why a request has no answer: the engine crashed, or its worker was ended. */
class EngineError extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind; // 'crashed' or 'ended'
  }
}

/** One worker. Requests are answered in order. */
class EngineWorker {
  #worker;
  #waiting = new Map();
  #next = 0;
  #failure = null;

  constructor(module) {
    this.#worker = startWorker(module);
    this.#worker.onmessage = ({ data }) => this.#receive(data);
    this.#worker.onerror = (event) => {
      event.preventDefault?.();
      this.#fail('crashed', event.message || 'the worker could not be started');
    };
  }

  get usable() {
    return this.#failure === null;
  }

  get waiting() {
    return this.#waiting.size;
  }

  request(name, values, report = null) {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        reject(this.#failure);
        return;
      }
      const id = this.#next++;
      this.#waiting.set(id, { resolve, reject, report });
      this.#worker.postMessage({ id, name, values });
    });
  }

  end() {
    this.#fail('ended', 'the request was given up');
  }

  #receive(data) {
    if (data.failed !== undefined) {
      this.#fail('crashed', data.failed);
      return;
    }
    const request = this.#waiting.get(data.id);
    if (data.report) {
      request?.report?.(data.report);
    } else if (data.crash !== undefined) {
      this.#fail('crashed', data.crash);
    } else {
      this.#waiting.delete(data.id);
      request?.resolve(data.result);
    }
  }

  #fail(kind, message) {
    this.#failure ??= new EngineError(kind, message);
    this.#worker.terminate();
    const requests = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of requests) {
      reject(this.#failure);
    }
  }
}

/** The engine: one worker for short requests, and another for each run of a solver. */
export class Engine {
  #module;
  #short;
  #spare;
  #since = 0;
  #timer = 0;

  /** `onWait` is called every half second with the seconds that a short request has taken. */
  constructor(module, onWait) {
    this.#module = module;
    this.#short = new EngineWorker(module);
    this.#spare = new EngineWorker(module);
    this.onWait = onWait;
  }

  /** Calls a function of the engine that answers soon. Objects become JSON. */
  async request(name, ...values) {
    if (!this.#short.usable) {
      this.#short = new EngineWorker(this.#module);
    }
    const worker = this.#short;
    if (worker.waiting === 0) {
      this.#watch();
    }
    try {
      return await worker.request(name, values.map(asText));
    } finally {
      this.#since = performance.now();
      if (this.#short.waiting === 0) {
        clearInterval(this.#timer);
        this.onWait(0);
      }
    }
  }

  /** Ends all waiting short requests. */
  abandon() {
    this.#short.end();
  }

  /**
   * Solves in a separate worker. Returns `{answer, cancel}`: the promise of an answer, and a
   * function that ends the run at once.
   */
  solve(family, text, request, report) {
    const worker = this.#spare.usable ? this.#spare : new EngineWorker(this.#module);
    this.#spare = new EngineWorker(this.#module);
    const answer = worker.request('solve', [family, text, asText(request)], report);
    const end = () => worker.end(); // also releases its memory
    answer.then(end, end);
    return { answer, cancel: end };
  }

  #watch() {
    this.#since = performance.now();
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.onWait((performance.now() - this.#since) / 1000), 500);
  }
}

const asText = (value) => (typeof value === 'object' ? JSON.stringify(value) : value);
