import { isAscii } from 'node:buffer';
import { broken } from '../../ground/faults/index.ts';
import { importErrors } from './errors.ts';

/** The encodings of files, as the standard calls them. The first four are found. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'iso-8859-2',
  'iso-8859-15',
  'macintosh',
  'shift_jis',
  'euc-kr',
  'gb18030',
  'big5',
] as const;
export type FileEncoding = (typeof ENCODINGS)[number];

const MARKS: readonly (readonly [FileEncoding, Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
];

/**
 * The text of a file as its bytes arrive, in the `given` encoding. If there is none, a byte order mark tells the encoding. Without one it is UTF-8, or windows-1252 if the
 * first characters beyond ASCII are not UTF-8. Throws `invalid` if later ones are not. `tell` hears of the encoding.
 */
export async function* textsOf(
  bytes: AsyncIterable<Buffer>,
  given: FileEncoding | null,
  tell: (encoding: FileEncoding) => void,
): AsyncGenerator<string> {
  let decode: Decode | undefined = given ? strictly(given) : undefined;
  if (given) tell(given);
  let first = Buffer.alloc(0);
  for await (const part of bytes) {
    if (decode) {
      yield decode(part, false);
      continue;
    }
    first = Buffer.concat([first, part]);
    if (first.length < 3) continue;
    decode = decoderOf(first, tell);
    yield decode(first, false);
  }
  yield decode ? decode(Buffer.alloc(0), true) : decoderOf(first, tell)(first, true);
}

type Decode = (part: Buffer, isEnd: boolean) => string;

function decoderOf(first: Buffer, tell: (encoding: FileEncoding) => void): Decode {
  const [marked] = MARKS.find(([, mark]) => first.subarray(0, mark.length).equals(mark)) ?? [];
  tell(marked ?? 'utf-8');
  let decode = marked && strictly(marked);
  // What may be the beginning of a character.
  let rest = Buffer.alloc(0);
  return (part, isEnd) => {
    if (decode) return decode(part, isEnd);
    const all = Buffer.concat([rest, part]);
    const start = isAscii(all) ? all.length : all.findIndex((byte) => byte > 0x7f);
    const character = all.subarray(start, start + CHARACTER_MAX);
    if (character.length < CHARACTER_MAX && !(isEnd && character.length > 0)) {
      rest = Buffer.from(character);
      return all.toString('latin1', 0, start);
    }
    const encoding = isUtf8(character, isEnd) ? 'utf-8' : 'windows-1252';
    tell(encoding);
    decode = strictly(encoding);
    return decode(all, isEnd);
  };
}

/** The most bytes of a character in UTF-8. */
const CHARACTER_MAX = 4;

/** Whether bytes are UTF-8. A character can go on behind them if they are not the end. */
function isUtf8(bytes: Buffer, isEnd: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !isEnd });
    return true;
  } catch {
    return false;
  }
}

function strictly(encoding: FileEncoding): Decode {
  const decoder = new TextDecoder(encoding, { fatal: true });
  return (part, isEnd) => {
    try {
      return decoder.decode(part, { stream: !isEnd });
    } catch (cause) {
      throw importErrors.IMPORT_FILE_BROKEN({
        field: 'file',
        broken: broken('file_encoding', { encoding: encoding.toUpperCase() }),
        cause,
      });
    }
  };
}
