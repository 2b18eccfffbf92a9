/** A part of the driver that its types leave out. */
declare module 'pg/lib/utils.js' {
  /** A parameter as it is sent to PostgreSQL. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
