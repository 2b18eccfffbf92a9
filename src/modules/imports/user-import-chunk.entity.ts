import { defineEntity, p } from '@mikro-orm/core';
import { toOne } from '../../ground/kernel/entity.ts';
import type { Customer } from '../customers/customer.entity.ts';
import type { UserImport } from './user-import.entity.ts';

const UserImportChunkSchema = defineEntity({
  name: 'UserImportChunk',
  tableName: 'user_import_chunks',
  properties: {
    importId: p.uuid().primary(),
    import: () => toOne<UserImport>('UserImport', 'import_id'),
    /** The place in the file. */
    number: p.integer().primary(),
    customerId: p.uuid(),
    customer: () => toOne<Customer>('Customer', 'customer_id'),
    /** The rows as JSON. A text, because a file may hold characters that jsonb cannot. */
    content: p.text(),
    createdAt: p.datetime(),
  },
  indexes: [{ name: 'user_import_chunks_import_id_index', properties: ['importId', 'customerId'] }],
});

/** A part of an uploaded file that is still to be imported. */
export class UserImportChunk extends UserImportChunkSchema.class {}
UserImportChunkSchema.setClass(UserImportChunk);
