// Bytes in base64.

export function toBase64(bytes) {
  let characters = '';
  for (let begin = 0; begin < bytes.length; begin += 8192) {
    characters += String.fromCharCode(...bytes.subarray(begin, begin + 8192));
  }
  return btoa(characters);
}

export function fromBase64(text) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let index = 0; index < bytes.length; index++) {
    bytes[index] = characters.charCodeAt(index);
  }
  return bytes;
}
