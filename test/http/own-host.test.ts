import { describe, expect, it } from '@jest/globals';
import { isOwnHost } from '../../src/ground/http/own-host.ts';

const names = ['id.example', '*.inner.example'];

describe('a host that a request names', () => {
  it.each([
    undefined,
    'id.example',
    'ID.example:3000',
    'id.example.',
    'a.b.inner.example',
    'localhost:3000',
    'app.localhost',
    '127.0.0.1:3000',
    '192.0.2.7',
    '[::1]:3000',
    '[2001:db8::1]',
  ])('is one of this server: %s', (sent) => expect(isOwnHost(sent, names)).toBe(true));

  it.each([
    'evil.test',
    'evil.test:3000',
    'id.example.evil.test',
    'xid.example',
    'inner.example',
    'localhost.evil.test',
    '',
    '[',
  ])('is that of a stranger: %s', (sent) => expect(isOwnHost(sent, names)).toBe(false));

  it('may be any', () => expect(isOwnHost('evil.test', ['*'])).toBe(true));
});
