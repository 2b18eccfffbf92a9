import { describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';

const app = useApp({ SIGNUP_ENABLED: 'false' });

const NAMED = [
  ['POST', '/groups', 'name', {}],
  ['POST', '/api/clients', 'client_name', { redirect_uris: ['https://rp.example/'] }],
  ['POST', '/api/users', 'first_name', { email: 'a@b.example' }],
] as const;
const ORGANIZATION = 'mutation ($name: String!) { createOrganization(input: { name: $name }) { organization { id } } }';

describe('the name of anything', () => {
  it.each([
    ['\u200b\u200d', 'nothing that can be seen'],
    ['\u00ad \u2060\ufe0f', 'marks and blanks alone'],
    ['two\nlines', 'a line break'],
    ['two\u2028lines', 'a line separator'],
    ['a\u0007bell', 'a control character'],
    ['a\u202Eright-to-left override', 'what turns the text that follows'],
    ['a\u2069\u202Eb', 'what turns the text that follows, from within an isolation'],
  ])('is refused with %j: %s', async (name) => {
    const token = await app.token('admin');
    for (const [method, path, field, rest] of NAMED) {
      const { status, body } = await app.send(method, path, { token, body: { ...rest, [field]: name } });
      expect([path, status, body.error_description]).toEqual([
        path,
        400,
        expect.stringMatching(/must (not be blank|be a single line|not contain characters that .+)\.$/),
      ]);
    }
    const { body } = await app.graphql(token, ORGANIZATION, { name });
    expect(body.errors[0].extensions).toMatchObject({ code: 'INVALID_INPUT', field: 'name' });
  });

  it('may hold marks of direction, which turn no other text', async () => {
    const token = await app.token('write');
    const name = '\u200Fصندوق\u200E (A)';
    expect((await app.send('POST', '/groups', { token, body: { name } })).body.name).toBe(name);
  });

  it('may hold joiners between what can be seen', async () => {
    const token = await app.token('write');
    const name = 'Team 👩\u200d🚀 می\u200cخواهم';
    expect((await app.send('POST', '/groups', { token, body: { name } })).body.name).toBe(name);
  });
});
