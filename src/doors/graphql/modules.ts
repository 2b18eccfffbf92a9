/** The graph faces of the modules. A module with GraphQL fields has a line here, and every module one in `src/modules.ts`. */
import type { GraphModule } from '../../ground/kernel/graphql/module.ts';
import { accountsGraph } from '../../modules/accounts/graphql/index.ts';
import { apisGraph } from '../../modules/apis/graphql/index.ts';
import { attributesGraph } from '../../modules/attributes/graphql/index.ts';
import { auditGraph } from '../../modules/audit/graphql/index.ts';
import { brandingGraph } from '../../modules/branding/graphql/index.ts';
import { clientsGraph } from '../../modules/clients/graphql/index.ts';
import { consentsGraph } from '../../modules/consents/graphql/index.ts';
import { customersGraph } from '../../modules/customers/graphql/index.ts';
import { explanationsGraph } from '../../modules/explanations/graphql/index.ts';
import { exportsGraph } from '../../modules/exports/graphql/index.ts';
import { figuresGraph } from '../../modules/figures/graphql/index.ts';
import { groupsGraph } from '../../modules/groups/graphql/index.ts';
import { importsGraph } from '../../modules/imports/graphql/index.ts';
import { linksGraph } from '../../modules/links/graphql/index.ts';
import { logoutsGraph } from '../../modules/logouts/graphql/index.ts';
import { mailGraph } from '../../modules/mail/graphql/index.ts';
import { mfaGraph } from '../../modules/mfa/graphql/index.ts';
import { organizationsGraph } from '../../modules/organizations/graphql/index.ts';
import { previewsGraph } from '../../modules/previews/graphql/index.ts';
import { registrationsGraph } from '../../modules/registrations/graphql/index.ts';
import { rolesGraph } from '../../modules/roles/graphql/index.ts';
import { searchGraph } from '../../modules/search/graphql/index.ts';
import { sessionsGraph } from '../../modules/sessions/graphql/index.ts';
import { usersGraph } from '../../modules/users/graphql/index.ts';

export const graphModules: readonly GraphModule[] = [
  accountsGraph,
  apisGraph,
  attributesGraph,
  auditGraph,
  brandingGraph,
  clientsGraph,
  consentsGraph,
  customersGraph,
  explanationsGraph,
  exportsGraph,
  figuresGraph,
  groupsGraph,
  importsGraph,
  linksGraph,
  logoutsGraph,
  mailGraph,
  mfaGraph,
  organizationsGraph,
  previewsGraph,
  registrationsGraph,
  rolesGraph,
  searchGraph,
  sessionsGraph,
  usersGraph,
];
