import { randomFillSync } from 'node:crypto';
import { fault } from './errors.ts';
import { readItems } from './input.ts';
import { isStorable } from './text.ts';

/** Sorts before every id, and behind every id: lists that are ordered by id are between the two. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const BYTES = 16;
const POOL = Buffer.allocUnsafe(BYTES * 256);
let used = POOL.length;

// Random bytes are generated a page at a time, because a system call for each id would be its slowest part.
function draw(): number {
  if (used === POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  const start = used;
  used += BYTES;
  return start;
}

/** A unique id of a request: 128 random bits in URL-safe letters. */
export function newRequestId(): string {
  const start = draw();
  return POOL.toString('base64url', start, start + BYTES);
}

/** What the 12 bits after the time can count to. */
const COUNT_MAX = 0xfff;
let lastTime = 0;
let count = 0;

/**
 * A UUIDv7 (RFC 9562 §5.7) with 62 bits of randomness. Sorts by creation time; the ids that this process makes in one
 * millisecond sort in their order (RFC 9562 §6.2, method 1), so that a list shows first what happened first.
 */
export function newId(now: Date): string {
  const start = draw();
  const time = now.getTime();
  // Half of the range is left to count on.
  count = time === lastTime ? Math.min(count + 1, COUNT_MAX) : POOL.readUInt16BE(start + 6) >> 5;
  lastTime = time;
  POOL.writeUIntBE(time, start, 6);
  POOL.writeUInt16BE(0x7000 | count, start + 6);
  POOL[start + 8] = (POOL[start + 8]! & 0x3f) | 0x80;
  const hex = POOL.toString('hex', start, start + BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The least UUIDv7 of a moment: ids made before it are smaller, ids made later are not. */
export function firstIdOf(moment: Date): string {
  const time = Math.min(Math.max(moment.getTime(), 0), 2 ** 48 - 1);
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether the text is a UUID of any version, in the hyphenated form. */
export const isUuid = (text: unknown): text is string => typeof text === 'string' && UUID.test(text);

/** An id from input, in lower case. Throws `invalid` with the field’s name if it is not a UUID. */
export function readId(field: string, id: string): string {
  if (!isUuid(id)) throw fault(field, 'uuid');
  return id.toLowerCase();
}

/** The most characters of an id that is not a UUID, such as a client's. */
const ID_MAX = 255;

/**
 * An id of any kind from input. UUIDs in lower case. Throws `invalid` with the field’s name if no id is so long, or has such
 * characters.
 */
export function readAnyId(field: string, id: string): string {
  if (id.length > ID_MAX || !isStorable(id)) throw fault(field, 'id');
  return isUuid(id) ? id.toLowerCase() : id;
}

/** Distinct ids, each a UUID and no more than `max`. */
export function readIds(field: string, ids: readonly string[], max: number): string[] {
  if (ids.length > max) throw fault(field, 'too_many', { max });
  return [...new Set(readItems(ids, (id, index) => readId(`${field}.${index}`, id)))];
}
