import { bootstrapFaults, ConfigError, type Config } from '../ground/config/load.ts';
import type { Runtime } from '../ground/kernel/runtime.ts';
import { createCustomer, isEmpty, type CustomerCredentials } from '../modules/customers/index.ts';

/** The credentials of the first customer. */
export interface FirstCustomer extends CustomerCredentials {
  /** The path of a link that signs the administrator in, once. Null but on a server for development. */
  readonly signInPath: string | null;
}

/** Creates the first customer in an empty database. Returns its credentials, or null if there is a customer already. */
export async function bootstrap(runtime: Runtime, config: Config): Promise<FirstCustomer | null> {
  if (!(await isEmpty(runtime))) return null;
  const faults = bootstrapFaults(config);
  if (faults.length > 0) throw new ConfigError(faults);
  const { customer, adminEmail, adminPassword, clientId, clientSecret } = config.bootstrap;
  const made = await createCustomer(runtime, {
    name: customer ?? 'Example',
    adminEmail: adminEmail ?? 'admin@example.com',
    adminPassword,
    clientId,
    clientSecret,
  });
  // A development server has an address of this machine alone.
  if (config.env !== 'development') return { ...made, signInPath: null };
  const { makeFirstSignIn } = await import('../modules/links/index.ts');
  return { ...made, signInPath: await makeFirstSignIn(runtime, made.customerId) };
}
