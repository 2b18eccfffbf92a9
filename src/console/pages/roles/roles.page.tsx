import { t } from '../../messages/index.ts';
import { NewRole } from '../../parts/new-role.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { RoleListing } from '../../parts/role-listing.tsx';

/** All roles of the customer. */
export function RolesPage() {
  return (
    <>
      <PageHead title={t('nav.roles')}>
        <NewRole />
      </PageHead>
      <RoleListing label={t('nav.roles')} />
    </>
  );
}
