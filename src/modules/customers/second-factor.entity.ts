import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Client } from '../clients/client.entity.ts';
import type { Group } from '../groups/group.entity.ts';
import type { Customer } from './customer.entity.ts';

const SecondFactorGroupSchema = defineEntity({
  name: 'SecondFactorGroup',
  tableName: 'second_factor_groups',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    groupId: p.uuid().primary(),
    group: () => toOne<Group>('Group', 'group_id'),
  },
});

/** A group whose members must have a second factor. */
export class SecondFactorGroup extends SecondFactorGroupSchema.class {}
SecondFactorGroupSchema.setClass(SecondFactorGroup);

const SecondFactorClientSchema = defineEntity({
  name: 'SecondFactorClient',
  tableName: 'second_factor_clients',
  properties: {
    customerId: p.uuid().primary(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    clientId: p.text().primary(),
    client: () => toOne<Client>('Client', 'client_id'),
  },
});

/** An application whose users must have a second factor. */
export class SecondFactorClient extends SecondFactorClientSchema.class {}
SecondFactorClientSchema.setClass(SecondFactorClient);
