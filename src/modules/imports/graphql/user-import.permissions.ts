import { viewerCan } from '../../../ground/kernel/graphql/module.ts';
import { importPolicy } from '../user-import.policy.ts';

export const userImportPermissions = [
  viewerCan('UserImport', {
    cancelUserImport: ({ viewer }) => importPolicy.write(viewer),
    deleteUserImport: ({ viewer }) => importPolicy.delete(viewer),
  }),
  viewerCan('Viewer', {
    readUserImports: ({ viewer }) => importPolicy.read(viewer),
    createUserImport: ({ viewer }) => importPolicy.write(viewer),
  }),
];
