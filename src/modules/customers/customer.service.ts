import type { Runtime } from '../../ground/kernel/runtime.ts';
import { newId } from '../../ground/kernel/ids.ts';
import { readAllAsync } from '../../ground/kernel/input.ts';
import { newSecret } from '../../ground/kernel/secret.ts';
import { readLine } from '../../ground/kernel/text.ts';
import { AuditEvent } from '../audit/index.ts';
import { hashOfGenerated, insertServiceAccount } from '../clients/index.ts';
import { PasswordHasher, PasswordPolicy } from '../credentials/index.ts';
import { insertAdministrator, readEmail } from '../users/index.ts';
import { explain } from './customer.constraints.ts';
import { Customer } from './customer.entity.ts';

/** A new customer. What is left out is generated. */
export interface NewCustomer {
  readonly name: string;
  readonly adminEmail: string;
  readonly adminPassword?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
}

/** The credentials of the first administrator and the first service account. The secrets are stored nowhere. */
export interface CustomerCredentials {
  readonly customerId: string;
  readonly name: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Creates a customer with an administrator and a service account with all scopes, in one unit of work. */
export async function createCustomer(runtime: Runtime, input: NewCustomer): Promise<CustomerCredentials> {
  const now = runtime.clock.now();
  const { adminPassword: chosen, adminEmail, name: customerName } = input;
  const { name, email, adminPassword } = await readAllAsync({
    name: () => readLine('name', customerName, { max: 120 }),
    email: () => readEmail('adminEmail', adminEmail),
    adminPassword: () =>
      chosen
        ? runtime.get(PasswordPolicy).read(chosen, { email: adminEmail, customerName }, { field: 'adminPassword' })
        : newSecret(),
  });
  const customerId = newId(now);
  const clientSecret = input.clientSecret ?? newSecret('ghs_');
  const [passwordHash, secretHash] = await Promise.all([
    runtime.get(PasswordHasher).hash(adminPassword),
    // A secret that an operator chose may be guessable, so it gets the slow hash.
    input.clientSecret ? runtime.get(PasswordHasher).hash(clientSecret) : hashOfGenerated(clientSecret),
  ]);
  const id = input.clientId ?? newId(now);
  // Each insert is sent at once, in the order that the foreign keys need.
  const made = runtime.db.transaction(async ({ em }) => {
    await em.insert(Customer, { id: customerId, name, createdAt: now, updatedAt: now });
    await insertAdministrator(em, { customerId, email, passwordHash, now });
    await insertServiceAccount(em, { id, customerId, secretHash, now });
    await em.insert(AuditEvent, {
      id: newId(now),
      customerId,
      occurredAt: now,
      action: 'customer.created',
      actorType: 'system',
      subjectType: 'customer',
      subjectId: customerId,
      details: { name },
    });
  });
  await made.catch(explain);
  return { customerId, name, adminEmail: email, adminPassword, clientId: id, clientSecret };
}
