import { defineEntity, p } from '@mikro-orm/core';
import type { AnyParameters, Rule } from '../../ground/faults/index.ts';
import { toOne } from '../../ground/kernel/entity.ts';
import type { ErrorCode } from '../../ground/kernel/errors.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { UserImport } from './user-import.entity.ts';

const UserImportFaultSchema = defineEntity({
  name: 'UserImportFault',
  tableName: 'user_import_faults',
  properties: {
    id: p.uuid().primary(),
    importId: p.uuid(),
    import: () => toOne<UserImport>('UserImport', 'import_id'),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** From 1. The header of CSV is row 1. */
    row: p.integer(),
    /** The path of the field at fault, such as `email` or `groups.1`. */
    path: p.text().nullable(),
    code: p.text().$type<ErrorCode>(),
    /** The rule that is broken, with its parameters. Null if the code says it all. */
    rule: p.text().$type<Rule>().nullable(),
    parameters: p.json<AnyParameters>().nullable(),
    message: p.text(),
    createdAt: p.datetime(),
  },
  indexes: [{ name: 'user_import_faults_import_id_index', properties: ['importId', 'customerId', 'row', 'id'] }],
});

/** What is wrong with a row of an import. */
export class UserImportFault extends UserImportFaultSchema.class {}
UserImportFaultSchema.setClass(UserImportFault);
