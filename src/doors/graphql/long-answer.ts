/** Writes long answers, in slices of the event loop: `JSON.stringify` of a whole one would hold up all others. */
import type { FormattedExecutionResult } from 'graphql';
import { goOnInSlice } from '../../ground/kernel/event-loop/long-work.ts';

/** How much is collected before it becomes bytes. */
const PART_CHARACTERS = 32_768;
/** A list of no more is written at once, with what is around it. */
const FEW = 10;
/** So many items of a longer one are. */
const ITEMS = 25;

/** The bytes of an answer: its errors first, as Apollo Server writes it. */
export async function writeLong({ errors, data, extensions }: FormattedExecutionResult): Promise<Buffer> {
  const parts: Buffer[] = [];
  let text = '';
  for (const piece of piecesOf({ errors, data, extensions })) {
    text += piece;
    if (text.length >= PART_CHARACTERS) {
      parts.push(Buffer.from(text));
      text = '';
    }
    const turn = goOnInSlice();
    if (turn) await turn;
  }
  return Buffer.concat([...parts, Buffer.from(`${text}\n`)]);
}

function* piecesOf(value: unknown): Generator<string> {
  if (isShort(value)) yield JSON.stringify(value) ?? 'null';
  else if (Array.isArray(value)) yield* piecesOfList(value);
  else yield* piecesOfObject(value as object);
}

function* piecesOfList(list: readonly unknown[]): Generator<string> {
  let before = '[';
  for (let from = 0; from < list.length; from += ITEMS) {
    const items = list.slice(from, from + ITEMS);
    if (items.every(isShort)) yield before + JSON.stringify(items).slice(1, -1);
    else
      for (const item of items) {
        yield before;
        yield* piecesOf(item);
        before = ',';
      }
    before = ',';
  }
  yield ']';
}

function* piecesOfObject(value: object): Generator<string> {
  let before = '{';
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    yield `${before}${JSON.stringify(name)}:`;
    yield* piecesOf(inner);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}

/** Whether a value holds no long list. */
function isShort(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return true;
  if (Array.isArray(value)) return value.length <= FEW && value.every(isShort);
  for (const name in value) if (!isShort((value as Record<string, unknown>)[name])) return false;
  return true;
}
