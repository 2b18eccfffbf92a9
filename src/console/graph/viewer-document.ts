import { graphql } from './graphql.ts';

/** Who is signed in, and what they may do. Every page needs it first. */
export const VIEWER = graphql(`
  query Viewer {
    viewer {
      kind
      customer {
        id
        name
      }
      user {
        id
        name
        email
      }
      viewerCan {
        addUsersToGroups
        createAccessRole
        createApi
        createAttributeDefinition
        createClient
        createClientScopes
        createGroup
        createInitialAccessToken
        createOrganization
        createUser
        createUserImport
        deleteUsers
        disableUsers
        enableUsers
        inviteUsers
        previewTokens
        readAccessRoles
        readApis
        readAttributeDefinitions
        readAuditEvents
        readClients
        readConsents
        readFigures
        readGroups
        readInvitations
        readLogoutDeliveries
        readMails
        readOrganizations
        readSessions
        readSigningKeys
        readUserImports
        readUsers
        requestExport
        updateClients
        updateUsers
      }
    }
  }
`);
