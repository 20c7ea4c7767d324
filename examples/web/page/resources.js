// Everything that the page loads besides its modules and its style: the engine and its workers.
// They are files beside the page or, if the page is a single file, in `MOTION_EMBEDDED`:
// `{engine, worker, wasm}`, two source texts and bytes in base64.

import { fromBase64 } from './base64.js';

const embedded = globalThis.MOTION_EMBEDDED ?? null;
const address = (name) => new URL(name, document.baseURI).href;

let embeddedWorker = null;

/** Compiles the engine, once. Workers instantiate the compiled module. */
export async function compileEngine() {
  if (embedded) {
    const bytes = fromBase64(embedded.wasm);
    embedded.wasm = null;
    return WebAssembly.compile(bytes);
  }
  const response = await fetch(address('engine_bg.wasm'));
  if (!response.ok) {
    throw new Error(`engine_bg.wasm: ${response.status} ${response.statusText}`);
  }
  // A file can be streamed into the compiler only if the host sends its type.
  const known = response.headers.get('Content-Type')?.startsWith('application/wasm');
  return known && WebAssembly.compileStreaming
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** Starts a worker around the compiled engine. */
export function startWorker(module) {
  let worker;
  if (embedded) {
    embeddedWorker ??= URL.createObjectURL(
      new Blob([embedded.engine, '\n', embedded.worker], { type: 'text/javascript' }),
    );
    worker = new Worker(embeddedWorker);
  } else {
    worker = new Worker(address('worker.js'));
  }
  worker.postMessage({ module, engine: embedded ? null : address('engine.js') });
  return worker;
}
