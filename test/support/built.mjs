// Hands jest what the build has made together with its source map, so that stack traces name the lines of `src`.

import { readFileSync } from 'node:fs';

export default { process: (code, path) => ({ code, map: readFileSync(`${path}.map`, 'utf8') }) };
