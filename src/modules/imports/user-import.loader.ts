import { entityLoader } from '../../ground/kernel/entity-read.ts';
import { orderBy } from '../../ground/lists/order.ts';
import { OwnedPages } from '../../ground/lists/page-loader.ts';
import { UserImportFault } from './user-import-fault.entity.ts';
import { UserImport } from './user-import.entity.ts';

/** The imports of the viewer's customer by id. */
export const userImportLoader = entityLoader(UserImport);

/** The faults of imports, in the order of the rows. */
export const faultPages = new OwnedPages(UserImportFault, {
  owner: 'e.import_id = owner',
  order: orderBy(UserImportFault, { row: 'asc', path: 'asc' }),
});
