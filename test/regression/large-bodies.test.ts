import { Agent, request } from 'node:http';
import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';

const app = useApp();
const FORM = 'application/x-www-form-urlencoded';

/** The status of an answer to a body on the agent's only connection. */
const statusOf = (agent: Agent, path: string, type: string, body: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': type, 'content-length': Buffer.byteLength(body) };
    const asked = request(app.issuer + path, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode!));
    });
    asked.on('error', reject).end(body);
  });

it.each([
  ['/oauth2/token', FORM],
  ['/oauth2/revoke', FORM],
  ['/oauth2/par', FORM],
  ['/oauth2/authorize', FORM],
  ['/login', FORM],
  ['/graphql', 'application/json'],
  ['/groups', 'application/json'],
])('after a body too large for %s, the next request on the same connection is answered too', async (path, type) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let time = 0; time < 4; time++) {
    const status = await statusOf(agent, path, type, 'x='.repeat(1_000_000));
    expect([400, 401, 413]).toContain(status);
    expect(await statusOf(agent, '/oauth2/token', FORM, '')).toBe(401);
  }
  agent.destroy();
});
