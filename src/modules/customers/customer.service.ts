import type { Runtime } from '../../kernel/runtime.ts';
import { sql, uniqueViolation } from '../../kernel/database.ts';
import { newId } from '../../kernel/ids.ts';
import { newSecret } from '../../kernel/secret.ts';
import { readLine } from '../../kernel/text.ts';
import { AuditEvent } from '../audit/index.ts';
import { hashOfServerMade, insertServiceAccount } from '../clients/index.ts';
import { PasswordHasher, PasswordPolicy } from '../credentials/index.ts';
import { insertAdministrator, readEmail } from '../users/index.ts';
import { Customer } from './customer.entity.ts';
import { customerErrors } from './errors.ts';

/** What a new customer is made of; what is left out is made up. */
export interface NewCustomer {
  readonly name: string;
  readonly adminEmail: string;
  readonly adminPassword?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
}

/** What its first administrator and first service account sign in with; the secrets exist nowhere else. */
export interface CustomerCredentials {
  readonly customerId: string;
  readonly name: string;
  readonly adminEmail: string;
  readonly adminPassword: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const anyCustomer = sql<{ id: string }>('customers.any', 'select id from customers limit 1');

/** Whether the database holds no customer yet. */
export const isEmpty = async ({ db }: Runtime): Promise<boolean> => (await db.first(anyCustomer, [])) === undefined;

/** Makes a customer with an administrator and a service account that holds every scope: all of it or nothing. */
export async function createCustomer(runtime: Runtime, input: NewCustomer): Promise<CustomerCredentials> {
  const now = runtime.clock.now();
  const name = readLine('name', input.name, { max: 120 });
  const email = readEmail('adminEmail', input.adminEmail);
  const customerId = newId(now);
  const adminPassword = input.adminPassword
    ? await runtime.get(PasswordPolicy).read(input.adminPassword, { email, customerName: name }, 'adminPassword')
    : newSecret();
  const clientSecret = input.clientSecret ?? newSecret('ghs_');
  const [passwordHash, secretHash] = await Promise.all([
    runtime.get(PasswordHasher).hash(adminPassword),
    // What an operator chose may be guessable, so it gets the slow hash.
    input.clientSecret ? runtime.get(PasswordHasher).hash(clientSecret) : hashOfServerMade(clientSecret),
  ]);
  const id = input.clientId ?? newId(now);
  const em = runtime.fork();
  try {
    // These go out at once, so the order of the inserts is ours to keep.
    await em.transactional(async (tx) => {
      await tx.insert(Customer, { id: customerId, name, createdAt: now, updatedAt: now });
      await insertAdministrator(tx, { customerId, email, passwordHash, now });
      await insertServiceAccount(tx, { id, customerId, secretHash, now });
      await tx.insert(AuditEvent, {
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
  } catch (cause) {
    throw explain(cause);
  }
  return { customerId, name, adminEmail: email, adminPassword, clientId: id, clientSecret };
}

function explain(cause: unknown): unknown {
  const taken = uniqueViolation(cause);
  if (taken === 'customers_name_key') return customerErrors.CUSTOMER_NAME_TAKEN({ cause });
  if (taken === 'clients_pkey') return customerErrors.CLIENT_ID_TAKEN({ cause });
  return cause;
}
