import { bootstrapFaults, ConfigError, type Config } from '../ground/config/load.ts';
import type { Runtime } from '../ground/kernel/runtime.ts';
import { createCustomer, isEmpty, type CustomerCredentials } from '../modules/customers/index.ts';

/** Creates the first customer in an empty database. Returns its credentials, or null if there is a customer already. */
export async function bootstrap(runtime: Runtime, config: Config): Promise<CustomerCredentials | null> {
  if (!(await isEmpty(runtime))) return null;
  const faults = bootstrapFaults(config);
  if (faults.length > 0) throw new ConfigError(faults);
  const { customer, adminEmail, adminPassword, clientId, clientSecret } = config.bootstrap;
  return createCustomer(runtime, {
    name: customer ?? 'Example',
    adminEmail: adminEmail ?? 'admin@example.com',
    adminPassword,
    clientId,
    clientSecret,
  });
}
