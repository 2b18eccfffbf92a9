import { describe, expect, it } from '@jest/globals';
import { useApp } from '../support/app.ts';
import { useCli } from '../support/cli.ts';

const app = useApp();
const cli = useCli(app);

describe('guildhall customer create', () => {
  it('makes a customer whose service client gets tokens of every scope', async () => {
    const { code, json, stderr } = await cli.run([
      'customer',
      'create',
      '--name',
      'Acme',
      '--admin-email',
      'Boss@acme.example',
      '--json',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(json).toEqual({
      customer_id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Acme',
      admin_email: 'Boss@acme.example',
      admin_password: expect.stringMatching(/^.{20,}$/),
      client_id: expect.any(String),
      client_secret: expect.stringMatching(/^ghs_/),
    });
    const service = { clientId: json.client_id, clientSecret: json.client_secret };
    const token = await app.token('read write admin', service);
    const { users } = await app.data(token, '{ users { edges { node { email role } } } }');
    expect(users.edges).toEqual([{ node: { email: 'Boss@acme.example', role: 'ADMIN' } }]);
  });

  it('shows people the same, and says that it is shown once', async () => {
    const { code, stdout } = await cli.run(['customer', 'create', '--name=Words', '--admin-email=a@words.example']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Customer +Words \([\da-f-]{36}\)\nAdministrator +a@words\.example\n +password +\S+\n/);
    expect(stdout).toMatch(
      /\nService client +\S+\n +secret +ghs_\S+\n\nThe secrets are shown only once\. Keep them\.\n$/,
    );
  });

  it.each([['a name already taken', 'Example', 'a@b.example', 'CUSTOMER_NAME_TAKEN']])(
    'refuses %s',
    async (_what, name, email, error) => {
      const args = ['customer', 'create', '--name', name, '--admin-email', email, '--json'];
      const { code, stdout, json } = await cli.run(args);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(json.error.code).toBe(error);
    },
  );

  it.each([
    ['a blank name', ' ', 'a@b.example', '--name must not be blank.'],
    ['what is no address', 'Third', 'nonsense', '--admin-email is not an email address.'],
  ])('takes %s for a mistake in typing, and names the option', async (_what, name, email, message) => {
    const args = ['customer', 'create', `--name=${name}`, `--admin-email=${email}`, '--json'];
    const { code, stdout, json } = await cli.run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(json.error).toMatchObject({ code: 'USAGE', message });
  });
});
