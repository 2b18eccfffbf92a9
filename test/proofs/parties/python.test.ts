import { expect, it } from '@jest/globals';
import { useApp } from '../../support/app.ts';
import { BrowserLite } from '../../support/browser-lite.ts';
import { buildUser, type BuiltUser } from '../../support/builders.ts';
import { registerAsReadme, signInAndAllow } from '../../support/parties.ts';
import { freePorts } from '../../support/ports.ts';
import { startPython } from '../../support/python-application.ts';
import { usePython } from '../../support/python.ts';

const app = useApp();
const python = await usePython(
  'Authlib==1.9.9',
  'Django==5.2.19',
  'Flask==3.1.3',
  'mozilla-django-oidc==5.0.2',
  'requests==2.34.2',
);

/** Begins at the application, walks through the server’s pages and comes back; gives what the application shows then. */
async function signInAt(name: string, paths: { login: string; callback: string }, user: BuiltUser): Promise<unknown> {
  const [port] = await freePorts(1);
  const site = `http://127.0.0.1:${port}`;
  const { id, secret } = await registerAsReadme(app, site + paths.callback);
  const application = await startPython(python.programs, name, port!, {
    ISSUER: app.issuer,
    CLIENT_ID: id,
    CLIENT_SECRET: secret,
  });
  try {
    const browser = new BrowserLite(site);
    const { url } = await browser.open(paths.login);
    const { status, html } = await browser.open(await signInAndAllow(app, url, user));
    if (status !== 200) throw new Error(`${status} ${html} ${application.errors()}`);
    return JSON.parse(html);
  } finally {
    await application.stop();
  }
}

python.describe('A Python application with a client as the README makes it', () => {
  it('signs a user in with Authlib, by the ID token and by userinfo', async () => {
    const user = await buildUser(app, { name: 'Ada Lovelace' });
    expect(await signInAt('with_authlib', { login: '/login', callback: '/callback' }, user)).toEqual({
      claims: expect.objectContaining({ sub: user.id, nonce: expect.any(String), iss: app.issuer }),
      info: expect.objectContaining({ sub: user.id, name: 'Ada Lovelace', email: user.email }),
    });
  });

  it('signs a user in with mozilla-django-oidc, which keeps an account of its own', async () => {
    const user = await buildUser(app);
    const paths = { login: '/oidc/authenticate/', callback: '/oidc/callback/' };
    expect(await signInAt('with_django', paths, user)).toEqual({ email: user.email, signed_in: true });
  });
});
