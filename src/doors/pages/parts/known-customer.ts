import type { Request } from 'express';
import { anonymous } from '../../../ground/kernel/access.ts';
import { RequestContext } from '../../../ground/kernel/context.ts';
import { parametersOf } from '../../../ground/http/form.ts';
import { originOf } from '../../../ground/http/origin.ts';
import type { Runtime } from '../../../ground/kernel/runtime.ts';
import { findCustomers } from '../../../modules/customers/index.ts';
import { sessionCookie, SessionService } from '../../../modules/sessions/index.ts';
import type { Interactions } from '../../oauth/endpoints/authorize/index.ts';

/**
 * The customer that a request is about: that of its flow, of its client, or of who is signed in with this browser. Null if
 * none of them tells, or the database does not answer.
 */
export async function customerOfRequest(
  runtime: Runtime,
  interactions: Interactions,
  request: Request,
  posted: ReadonlyMap<string, string> = new Map(),
): Promise<string | null> {
  const query = parametersOf(request);
  const flow = posted.get('flow') ?? query.get('flow');
  const clientId = query.get('client_id');
  const find = async (): Promise<string | null> =>
    (flow === null ? null : await interactions.customerOf(flow)) ??
    (await interactions.customerOfClient(clientId)) ??
    (await ofSession(runtime, request));
  return runtime.inTime(find()).catch(() => null);
}

/** The same, or else the only customer of the server. */
export async function knownCustomer(
  runtime: Runtime,
  interactions: Interactions,
  request: Request,
): Promise<string | null> {
  const found = await customerOfRequest(runtime, interactions, request);
  if (found !== null) return found;
  const [customer, another] = await findCustomers(runtime);
  return customer && !another ? customer.id : null;
}

async function ofSession(runtime: Runtime, request: Request): Promise<string | null> {
  const secret = sessionCookie(runtime).read(request);
  if (secret === undefined) return null;
  const ctx = new RequestContext(runtime, anonymous, originOf(request));
  const session = await ctx.get(SessionService).find(secret);
  return session?.customerId ?? null;
}
