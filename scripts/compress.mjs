// Compresses the files of a built web application, so that the server never has to.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = new Set(['.css', '.js', '.json', '.svg', '.ttf', '.wasm']);
/** A smaller file fits into one packet anyway. */
const SMALLEST = 1000;
/** Higher ones take several times as long, and save a few percent. */
const BROTLI_QUALITY = 9;

const brotli = (content) =>
  promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });

/** Writes `<name>.br` and `<name>.gz` beside each file of the folder that becomes smaller. No folder is no file. */
export async function compress(folder) {
  const names = await readdir(folder).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  const done = new Set(names);
  const wanted = names.filter((name) => COMPRESSIBLE.has(extname(name)) && !done.has(`${name}.br`));
  for (const name of wanted) {
    const content = await readFile(join(folder, name));
    if (content.length < SMALLEST) continue;
    const [br, gz] = await Promise.all([brotli(content), promisify(gzip)(content)]);
    await Promise.all([writeFile(join(folder, `${name}.br`), br), writeFile(join(folder, `${name}.gz`), gz)]);
  }
}
