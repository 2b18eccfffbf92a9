import { bootstrapFaults, type Config } from '../../ground/config/load.ts';
import type { Runtime } from '../../ground/kernel/runtime.ts';
import { Customer, isEmpty } from '../../modules/customers/index.ts';
import { Keyring } from '../../modules/keys/index.ts';
import { ok, wrong, type Finding } from './check.ts';

/** Whether SECRET_KEY decrypts the signing keys. */
export async function checkSigningKeys(runtime: Runtime): Promise<Finding> {
  const keyring = runtime.get(Keyring);
  try {
    await keyring.load();
  } catch (error) {
    return wrong(
      (error as Error).message,
      'Set SECRET_KEY to the one the servers use; for the embedded database, restore that file in DATA_DIR from ' +
        'a backup.',
    );
  }
  return ok(
    keyring.ready ? 'SECRET_KEY decrypts them.' : 'None yet. A server generates the missing ones when it starts.',
  );
}

/** Whether there is a customer, or a server would create the first. */
export async function checkCustomers(runtime: Runtime, config: Config): Promise<Finding> {
  if (!(await isEmpty(runtime))) return ok('There is at least one.');
  const lacking = bootstrapFaults(config).map(({ variable }) => variable);
  if (lacking.length === 0) return ok('None yet. A server creates the first when it starts.');
  return wrong(
    'None yet, and in production a server does not invent one.',
    `Set ${lacking.join(', ')}, or use guildhall customer create.`,
  );
}

/** Whether codes by email can be sent where customers want them. */
export async function checkEmailCodes(runtime: Runtime, { env, mail }: Config): Promise<Finding> {
  const count = await runtime.fork().count(Customer, { emailCodes: true });
  if (count === 0) return ok('No customer asks for them.');
  if (env !== 'production' || mail.smtpUrl !== undefined) return ok('They can be sent.');
  return wrong(
    `${count} customers ask for them, and no mail is sent. Their users without another second factor cannot sign in.`,
    'Set SMTP_URL to a mail server, or turn the codes off (Settings, Sign-in in the console).',
  );
}
