import { describe, expect, it } from '@jest/globals';
import { allVariables } from '../../src/ground/config/reading.ts';
import { useCli } from '../support/cli.ts';

const cli = useCli();

const SECRETS = {
  SECRET_KEY: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  DATABASE_URL: 'postgres://someone:s3cr3t-password@db.example/guildhall',
  BOOTSTRAP_ADMIN_PASSWORD: 'a password nobody sees',
};

describe('guildhall config show', () => {
  it('shows every setting with its origin, and no secret', async () => {
    const { code, json, stdout } = await cli.run(['config', 'show', '--json'], { env: { ...SECRETS, PORT: '4000' } });
    expect(code).toBe(0);
    expect(json.entries.map(({ name }: { name: string }) => name)).toEqual(allVariables.map(({ name }) => name));
    expect(json.entries).toContainEqual(
      expect.objectContaining({ name: 'PORT', value: '4000', origin: 'environment' }),
    );
    expect(json.entries).toContainEqual(expect.objectContaining({ name: 'SECRET_KEY', value: '********' }));
    for (const secret of ['AAAA', 's3cr3t', 'nobody sees']) expect(stdout).not.toContain(secret);
  });

  it('shows a faulty environment too, with its faults', async () => {
    const env = { PORT: 'many', GROUPS_MANAGED_BYE: 'admins' };
    const { code, json } = await cli.run(['config', 'show', '--json'], { env });
    expect(code).toBe(1);
    expect(json.faults).toEqual([{ variable: 'PORT', read: '"many"', expected: expect.any(String) }]);
    expect(json.warnings).toEqual([expect.stringContaining('GROUPS_MANAGED_BY')]);
    const { stdout } = await cli.run(['config', 'show'], { env });
    expect(stdout).toMatch(/^NODE_ENV +development +default$/m);
    expect(stdout).toContain('PORT: read "many"');
  });
});
