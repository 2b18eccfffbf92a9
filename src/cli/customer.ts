import { loadConfig } from '../ground/config/load.ts';
import { createCustomer } from '../modules/customers/index.ts';
import type { Report } from './command.ts';
import { columns } from './layout.ts';
import { withRuntime } from './runtime.ts';

export async function customerCreate(name: string, adminEmail: string): Promise<Report> {
  return withRuntime(loadConfig(), async (runtime) => {
    const made = await createCustomer(runtime, { name, adminEmail });
    const data = {
      customer_id: made.customerId,
      name: made.name,
      admin_email: made.adminEmail,
      admin_password: made.adminPassword,
      client_id: made.clientId,
      client_secret: made.clientSecret,
    };
    const facts = columns([
      ['Customer', `${made.name} (${made.customerId})`],
      ['Administrator', made.adminEmail],
      ['  password', made.adminPassword],
      ['Service client', made.clientId],
      ['  secret', made.clientSecret],
    ]);
    return { data, text: `${facts}\n\nThe secrets are shown only once. Keep them.` };
  });
}
