// What `argon2` is for a server that runs in the tests' process. Their users share one password, and comparing it takes 30 ms
// of the processor for each login. What has matched once is not computed again. What does not match is, every time.

import * as argon2 from 'argon2';

export * from 'argon2';

const matched = new Set();

export async function verify(hash, password) {
  const asked = `${hash} ${password}`;
  const matches = matched.has(asked) || (await argon2.verify(hash, password));
  if (matches) matched.add(asked);
  return matches;
}
