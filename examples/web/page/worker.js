// A worker around the engine. It is a classic script, so that it also starts where module scripts
// are blocked. The first message is `{module, engine}`: the compiled WebAssembly, and the address
// of the script that wraps it, or null if that script precedes this one.
// Each further message `{id, name, values}` calls a function of the engine. The answer is
// `{id, result}`, or `{id, crash}`, after which the engine can no longer be used.
// While `solve` runs, messages `{id, report}` come before the answer.

'use strict';

self.onmessage = ({ data }) => {
  if (data.module) {
    try {
      if (data.engine) {
        importScripts(data.engine);
      }
      wasm_bindgen.initSync({ module: data.module });
    } catch (error) {
      self.postMessage({ failed: String(error?.message ?? error) });
    }
    return;
  }
  const { id, name, values } = data;
  try {
    const parts =
      name === 'solve'
        ? [...values, (report) => self.postMessage({ id, report: JSON.parse(report) })]
        : values;
    self.postMessage({ id, result: JSON.parse(wasm_bindgen[name](...parts)) });
  } catch (error) {
    self.postMessage({ id, crash: String(error?.message ?? error) });
  }
};
