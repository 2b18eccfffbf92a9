import { bootstrapFaults, ConfigError, type Config } from './config/load.ts';
import type { Runtime } from './kernel/runtime.ts';
import { createCustomer, isEmpty, type CustomerCredentials } from './modules/customers/index.ts';

/** Fills an empty database with the first customer; returns its credentials, or null where there is one already. */
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
