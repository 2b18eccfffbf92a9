import { describe, expect, it } from '@jest/globals';
import { expectError } from '../support/answers.ts';
import { useApp } from '../support/app.ts';
import { buildClient } from '../support/builders.ts';
import { signedIn } from '../support/logins.ts';

const app = useApp();
const LOGIN = { client_name: 'Shop', redirect_uris: ['https://shop.example/callback'] };
const post = (token: string) => app.send('POST', '/api/clients', { token, body: LOGIN });

describe('POST /api/clients by a member', () => {
  it('lets a member have twenty clients of their own, however many are asked for at once', async () => {
    const { token } = await signedIn(app, await buildClient(app));
    const answers = await Promise.all(Array.from({ length: 24 }, () => post(token)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expectError(answer, 400, 'invalid_request', '20 clients');
    const { client_id: id } = answers.find(({ status }) => status === 201)!.body;
    expect((await app.send('DELETE', `/api/clients/${id}`, { token })).status).toBe(200);
    expect((await post(token)).status).toBe(201);
  });
});
