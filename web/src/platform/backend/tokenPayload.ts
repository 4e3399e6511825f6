/** The payload of a token, not validated. */
export function decodePayload(idToken: string): unknown {
  const encoded = (idToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes));
}
