import { describe, expect, it } from '@jest/globals';
import { loadConfig, welcome } from '#product';

const made = {
  customerId: 'c',
  name: 'Acme',
  adminEmail: 'admin@acme.example',
  adminPassword: 'its password',
  clientId: 'service',
  clientSecret: 'ghs_secret',
  signInPath: '/first-sign-in?token=t',
};
const ISSUER = 'http://localhost:3000';

describe('The box of the first start', () => {
  it('says what a newcomer needs: secrets, addresses, where the data is and how to begin again', () => {
    const box = welcome(ISSUER, loadConfig({ DATA_DIR: '/data/guildhall' }), made);
    for (const said of ['admin@acme.example', 'its password', 'ghs_secret', 'README.md', '/data/guildhall'])
      expect(box).toContain(said);
    for (const path of ['/console', '/login', '/account', '/dev/mailbox', '/openapi.json', '/graphql', '/oauth2/token'])
      expect(box).toContain(ISSUER + path);
    expect(box).toContain('rm -r /data/guildhall');
    // It ends with what one does next.
    expect(box.split('\n').at(-2)).toBe(`${ISSUER}/first-sign-in?token=t`);
  });

  it('names no mailbox where there is none, and no folder beside a database of one’s own', () => {
    const database = { DATABASE_URL: 'postgres://u:p@127.0.0.1/g', SECRET_KEY: 'A'.repeat(43) };
    const box = welcome(ISSUER, loadConfig({ ...database, SMTP_URL: 'smtp://127.0.0.1' }), {
      ...made,
      signInPath: null,
    });
    expect(box).not.toContain('first-sign-in');
    expect(box).not.toContain('/dev/mailbox');
    expect(box).not.toContain('rm -r');
    expect(box).toContain('DATABASE_URL');
  });
});
