import pg from 'pg';

const { builtins } = pg.types;
/** The type `text[]`, which the driver has no name for. */
const TEXT_ARRAY = 1009;

const driversTime = pg.types.getTypeParser(builtins.TIMESTAMPTZ) as (text: string) => Date;
const driversTexts = pg.types.getTypeParser(TEXT_ARRAY as never) as (text: string) => string[];

/** As PostgreSQL writes a list of words, without quotes, escapes and nulls. */
const WORDS = /^\{(?!.*null)[^{}"\\]+\}$/i;

/** How statements read values: timestamps as Date, and counts as numbers. MikroORM's pool leaves both as text. */
export const types = new pg.TypeOverrides();
types.setTypeParser(builtins.INT8, Number);
// JavaScript reads the times that PostgreSQL writes, but for infinity and the like, in half of the driver's time.
types.setTypeParser(builtins.TIMESTAMPTZ, (text) => {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? driversTime(text) : time;
});
// The driver reads lists letter by letter.
types.setTypeParser(TEXT_ARRAY, (text) => (WORDS.test(text) ? text.slice(1, -1).split(',') : driversTexts(text)));
