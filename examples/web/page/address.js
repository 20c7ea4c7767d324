// The state of a tab in the fragment of the page's address: `#FAMILY/z.DATA` is compressed JSON,
// and `#FAMILY/p.DATA` is plain JSON; both in base64 for addresses.

import { fromBase64, toBase64 } from './base64.js';

// Browsers and messengers cut longer addresses.
const MOST_CHARACTERS = 30_000;
const MOST_BYTES = 16 << 20;
// Longer states are not compressed after every change, since the result would be too long.
const MOST_STATE = 1_000_000;

/** Returns the fragment for a state, `{text, …}`; null if it would be too long. */
export async function fragmentOf(family, state) {
  const json = JSON.stringify(state);
  if (json.length > MOST_STATE) {
    return null;
  }
  const bytes = new TextEncoder().encode(json);
  const data = globalThis.CompressionStream
    ? `z.${toAddress(await through(bytes, new CompressionStream('deflate-raw')))}`
    : `p.${toAddress(bytes)}`;
  const fragment = `#${family}/${data}`;
  return fragment.length > MOST_CHARACTERS ? null : fragment;
}

/**
 * Returns the family and the state of a fragment: `{family, state}`; the state is null if the
 * fragment names only a family. Returns null for an empty fragment; throws if it is damaged.
 */
export async function readFragment(fragment) {
  const match = /^#([\w-]+)(?:\/([zp])\.([\w-]*))?$/.exec(fragment);
  if (fragment.length <= 1) {
    return null;
  }
  if (!match) {
    throw new Error('the address is not one of this page');
  }
  const [, family, kind, data] = match;
  if (!kind) {
    return { family, state: null };
  }
  if (kind === 'z' && !globalThis.DecompressionStream) {
    throw new Error('this browser cannot read compressed addresses');
  }
  try {
    const packed = fromAddress(data);
    const bytes = kind === 'z' ? await through(packed, new DecompressionStream('deflate-raw')) : packed;
    const state = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof state?.text !== 'string') {
      throw new Error('no text');
    }
    return { family, state };
  } catch {
    throw new Error('the address is damaged or cut off');
  }
}

/** Sends bytes through a stream; refuses more than the greatest size. */
async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) {
      break;
    }
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new Error('too large');
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

const toAddress = (bytes) => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

const fromAddress = (data) => fromBase64(data.replaceAll('-', '+').replaceAll('_', '/'));
