import { describe, expect, it } from '@jest/globals';
import { commands } from '../../src/cli/commands.ts';
import { useCli } from '../support/cli.ts';

const cli = useCli();

describe('guildhall', () => {
  it('lists every command when asked for help', async () => {
    const { code, stdout } = await cli.run(['--help']);
    expect(code).toBe(0);
    for (const { name } of commands) expect(stdout).toContain(`  ${name} `);
  });

  it.each(commands.map(({ name }) => name))('helps with %s in words and in JSON', async (name) => {
    const words = await cli.run([...name.split(' '), '--help']);
    expect(words).toMatchObject({ code: 0, stderr: '' });
    expect(words.stdout).toContain(`Usage: guildhall ${name}`);
    const { code, json } = await cli.run(['help', ...name.split(' '), '--json']);
    expect(code).toBe(0);
    expect(json).toMatchObject({ name, options: expect.any(Array) });
  });

  it('tells its version', async () => {
    expect((await cli.run(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await cli.run(['--version', '--json'])).json).toEqual({ version: expect.any(String) });
  });

  it.each([
    [[], 'The command is missing.', 'See guildhall --help.'],
    [['migrate'], 'guildhall migrate needs one of: up, down, plan, status.', 'See guildhall migrate --help.'],
    [['nonsense', 'altogether'], 'This command does not exist.', 'See guildhall --help.'],
    [['migrate', 'sideways'], 'This command does not exist.', 'See guildhall migrate --help.'],
    [['migrat', 'up'], 'This command does not exist.', 'Did you mean guildhall migrate up?'],
    [['doctro'], 'This command does not exist.', 'Did you mean guildhall doctor?'],
    [['doctor', 'who'], 'guildhall doctor accepts only its options.', 'See guildhall doctor --help.'],
    [['doctor', '-v'], 'guildhall doctor has no option -v.', 'See guildhall doctor --help.'],
    [['start', '--port', '1'], 'guildhall start has no option --port.', 'See guildhall start --help.'],
    [['keys', 'revoke', '-x1'], 'guildhall keys revoke has no option -x.', 'Write --kid=<kid> if the value begins'],
    [['customer', 'create', '--nam=x'], 'guildhall customer create has no option --nam.', 'Did you mean --name?'],
    [['customer', 'create', '--name', 'x'], 'guildhall customer create needs --admin-email <address>.', 'See'],
    [['customer', 'create', '--name'], '--name needs a value.', 'See'],
    [['customer', 'create', '--name', '--admin-email', 'x'], '--name needs a value.', 'Write --name=<name>'],
    [['user', 'make-admin', '--email=a@b.example', '--email=c@d.example'], '--email is given twice.', 'See'],
    [['migrate', 'down', '--yes=no'], '--yes takes no value.', 'See'],
    [['keys', 'rotate', '--algorithm', 'none'], '--algorithm must be one of: ES256, RS256, PS256, EdDSA.', 'See'],
  ])('refuses %j as a mistake of usage', async (args, message, hint) => {
    const { code, stdout, stderr } = await cli.run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')[0]).toBe(message);
    expect(stderr).toContain(hint);
  });

  it('repeats nothing that may be a secret typed in the wrong place', async () => {
    const misplaced = [['--password', 'hunter2hunter2'], ['--password=hunter2hunter2'], ['hunter2hunter2']];
    for (const args of misplaced) {
      const { code, stdout, stderr, json } = await cli.run([
        'user',
        'set-password',
        '--email=a@b.example',
        ...args,
        '--json',
      ]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(json).toMatchObject({ error: { code: 'USAGE', message: expect.any(String), hint: expect.any(String) } });
      expect(stderr).not.toContain('hunter2');
    }
  });

  it('says in one line that the database cannot be reached, without its password', async () => {
    const env = { DATABASE_URL: 'postgres://someone:s3cr3t@127.0.0.1:1/guildhall', SECRET_KEY: 'A'.repeat(43) };
    const { code, stdout, stderr } = await cli.run(['keys', 'list'], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toBe('The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1.\n');
  });

  it('tells every fault of the environment', async () => {
    const { code, json } = await cli.run(['keys', 'list', '--json'], { env: { PORT: 'x', SIGNUP_ENABLED: 'perhaps' } });
    expect(code).toBe(1);
    expect(json.error).toMatchObject({
      code: 'CONFIGURATION',
      faults: [{ variable: 'PORT' }, { variable: 'SIGNUP_ENABLED' }],
    });
  });
});
