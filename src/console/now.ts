/** The time, by the reader's clock, in milliseconds. */
export const now = (): number => Date.now();
