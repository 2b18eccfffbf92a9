/** What is wrong with an input, over REST: in the names of REST, everywhere, and all at once. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { en } from '../../src/ground/faults/en.ts';
import { useApp } from '../support/app.ts';

const app = useApp();
let token: string;

beforeAll(async () => {
  token = await app.token('admin');
});

const create = async (body: object) => {
  const { status, body: answer } = await app.send('POST', '/api/clients', { token, body });
  expect([status, answer.error]).toEqual([400, 'invalid_request']);
  expect(answer.error_description).toBe(answer.faults.map(({ message }: { message: string }) => message).join(' '));
  return answer.faults as { path: string; rule: string; parameters: unknown; message: string }[];
};

const CLIENT = { client_name: 'Ledger', redirect_uris: ['https://rp.example/cb'] };

describe('a fault of a client', () => {
  it('names other fields as REST does', async () => {
    expect(await create({ ...CLIENT, token_endpoint_auth_method: 'private_key_jwt' })).toEqual([
      expect.objectContaining({
        path: 'jwks',
        rule: 'one_of_required',
        parameters: { fields: ['jwks', 'jwks_uri'], for: 'private_key_jwt' },
        message: 'jwks or jwks_uri must be given for private_key_jwt.',
      }),
    ]);
  });

  it('writes words as REST does', async () => {
    const redirect_uris = ['https://one.example/cb', 'https://other.example/cb'];
    expect(await create({ ...CLIENT, redirect_uris, subject_type: 'pairwise' })).toEqual([
      expect.objectContaining({
        path: 'sector_identifier_uri',
        rule: 'sector',
        parameters: { for: 'pairwise', other: 'redirect_uris' },
        message:
          'sector_identifier_uri must be given for pairwise, unless redirect_uris have one and the same https host.',
      }),
    ]);
  });

  it('is told with all others, whichever layer finds it', async () => {
    const faults = await create({
      ...CLIENT,
      client_name: 'x'.repeat(256),
      default_max_age: -1,
      id_token_signed_response_alg: 'none',
    });
    expect(faults.map(({ path, rule }) => [path, rule])).toEqual([
      ['id_token_signed_response_alg', 'choice'],
      ['client_name', 'too_long'],
      ['default_max_age', 'range'],
    ]);
  });

  it('has a rule of the documented list', async () => {
    const { body } = await app.send('GET', '/openapi.json');
    const { rule } = body.components.schemas.Error.properties.faults.items.properties;
    expect(rule.enum).toEqual([...Object.keys(en), null]);
  });
});
