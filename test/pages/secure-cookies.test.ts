import { expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { authorizePath, buildClient } from '../support/builders.ts';
import { freePort } from '../support/ports.ts';
import { PRODUCTION } from '../support/production.ts';

const port = await freePort();
const app = useApp({ ...PRODUCTION, BASE_URL: 'https://id.example/auth', PORT: port, HOST: '127.0.0.1' });

it('binds cookies to the very host with an https issuer, whatever its path', async () => {
  const client = await buildClient(app);
  const path = authorizePath(client);
  const response = await fetch(`http://127.0.0.1:${port}/auth${path}`, { redirect: 'manual' });
  expect(response.headers.get('location')).toMatch(/^\/auth\/login\?flow=/);
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-guildhall_browser_[\w-]{8}=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax$/),
  ]);
});
