import { LockMode, type EntityManager } from '@mikro-orm/postgresql';
import { isUuid } from '../../ground/kernel/ids.ts';
import { Api } from './api.entity.ts';
import { apiErrors } from './errors.ts';

/** The API with its row locked: whoever changes its scopes locks it too. */
export async function lockedApi(em: EntityManager, customerId: string, id: string): Promise<Api> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const api = isUuid(id) ? await em.findOne(Api, { customerId, id: id.toLowerCase() }, { lockMode }) : null;
  if (!api) throw apiErrors.API_NOT_FOUND();
  return api;
}
