/** A text that nobody can guess: 43 characters of an address. */
export const randomText = (): string =>
  btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(32))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
