import { node } from '../../../ground/kernel/graphql/node.ts';
import { UserImport } from '../user-import.entity.ts';
import { UserImportService } from '../user-import.service.ts';
import { UserImportType } from './user-import.type.ts';

export const userImportNode = node('UserImport', {
  type: UserImportType,
  entity: UserImport,
  subject: 'user_import',
  find: (ctx, id) => ctx.get(UserImportService).find(id),
});
