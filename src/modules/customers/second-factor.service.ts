import type { EntityManager } from '@mikro-orm/postgresql';
import { fault } from '../../ground/kernel/errors.ts';
import { isUuid } from '../../ground/kernel/ids.ts';
import { readAll } from '../../ground/kernel/input.ts';
import { Client } from '../clients/index.ts';
import { Group } from '../groups/index.ts';
import type { Customer } from './customer.entity.ts';
import { SecondFactorClient, SecondFactorGroup } from './second-factor.entity.ts';
import { CHOSEN_MAX, GRACE_MAX, type ChangeSecondFactorPolicy } from './second-factor.input.ts';

/** What is chosen, by ids. */
export interface Chosen {
  readonly secondFactorGroups: readonly string[];
  readonly secondFactorClients: readonly string[];
}

/** A change of the policy. What is left out stays. */
export interface PolicyChange extends Partial<Pick<Customer, 'secondFactorOf' | 'secondFactorGraceSeconds'>> {
  readonly chosen: Partial<Chosen>;
}

/** Reads the input. Throws `invalid` with all faults. */
export function readPolicy(input: ChangeSecondFactorPolicy): PolicyChange {
  const { requiredOf, graceSeconds, groupIds, clientIds } = input;
  const { groups, clients, ...policy } = readAll({
    ...(requiredOf && { secondFactorOf: () => requiredOf }),
    ...(typeof graceSeconds === 'number' && { secondFactorGraceSeconds: () => readGrace(graceSeconds) }),
    ...(groupIds && { groups: () => readIds('groupIds', groupIds, (id) => id.toLowerCase()) }),
    ...(clientIds && { clients: () => readIds('clientIds', clientIds, (id) => id) }),
  });
  const chosen = { ...(groups && { secondFactorGroups: groups }), ...(clients && { secondFactorClients: clients }) };
  return { ...policy, chosen };
}

function readGrace(seconds: number): number {
  if (seconds < 0 || seconds > GRACE_MAX) throw fault('secondFactor.graceSeconds', 'range', { min: 0, max: GRACE_MAX });
  return seconds;
}

function readIds(field: string, ids: readonly string[], read: (id: string) => string): readonly string[] {
  if (ids.length > CHOSEN_MAX) throw fault(`secondFactor.${field}`, 'too_many', { max: CHOSEN_MAX });
  return [...new Set(ids.map(read))].toSorted();
}

/** The ids of what is chosen. */
export async function chosenOf(em: EntityManager, customerId: string): Promise<Chosen> {
  const groups = await em.find(SecondFactorGroup, { customerId }, { orderBy: { groupId: 'asc' } });
  const clients = await em.find(SecondFactorClient, { customerId }, { orderBy: { clientId: 'asc' } });
  return {
    secondFactorGroups: groups.map(({ groupId }) => groupId),
    secondFactorClients: clients.map(({ clientId }) => clientId),
  };
}

/** Replaces what is chosen. Throws `invalid` for a group or client that is not the customer's. */
export async function choose(
  em: EntityManager,
  customerId: string,
  { secondFactorGroups: groupIds, secondFactorClients: clientIds }: Partial<Chosen>,
): Promise<void> {
  if (groupIds) {
    const uuids = groupIds.filter(isUuid);
    const found = await em.count(Group, { customerId, id: { $in: uuids } });
    if (found < groupIds.length) throw fault('secondFactor.groupIds', 'no_group');
    await em.nativeDelete(SecondFactorGroup, { customerId });
    for (const groupId of groupIds) em.create(SecondFactorGroup, { customerId, groupId });
  }
  if (clientIds) {
    const found = await em.count(Client, { customerId, id: { $in: [...clientIds] } });
    if (found < clientIds.length) throw fault('secondFactor.clientIds', 'no_client');
    await em.nativeDelete(SecondFactorClient, { customerId });
    for (const clientId of clientIds) em.create(SecondFactorClient, { customerId, clientId });
  }
}
