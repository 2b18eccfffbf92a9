import type { PlainKey } from '../../messages/index.ts';
import { now } from '../../now.ts';

export interface Example {
  readonly text: PlainKey;
  /** Not one of the console’s own documents: it is sent as text, like everything that is typed. */
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** What the explorer opens with. Everybody may run it. */
export const FIRST = /* GraphQL */ `
  query WhatMayIDo {
    viewer {
      user {
        name
        email
        role
      }
      customer {
        name
      }
      scopes
      viewerCan {
        createUser
        createClient
        readAuditEvents
        requestExport
      }
    }
  }
`;
const FIND = /* GraphQL */ `
  query Find($text: String!) {
    search(text: $text, first: 10) {
      totalCount
      edges {
        node {
          __typename
          ... on User {
            id
            name
            email
          }
          ... on Group {
            id
            name
            memberCount
          }
          ... on Client {
            id
            name
          }
          ... on Organization {
            id
            name
          }
        }
      }
    }
  }
`;
const ONE_USER = /* GraphQL */ `
  query OneUser($id: ID!) {
    user(id: $id) {
      name
      email
      isActive
      lastLoginAt
      mfaMethods
      groups(first: 20) {
        totalCount
        edges {
          joinedAt
          node {
            name
          }
        }
      }
      sessions {
        edges {
          node {
            deviceName
            location
            lastAccessedAt
          }
        }
      }
      consents {
        edges {
          node {
            clientName
            scopes
          }
        }
      }
    }
  }
`;
const INACTIVE = /* GraphQL */ `
  query Inactive($since: DateTimeISO!) {
    users(
      where: { isActive: true, or: [{ lastLoginAt: { lt: $since } }, { lastLoginAt: { isNull: true } }] }
      orderBy: { field: LAST_LOGIN_AT }
      first: 25
    ) {
      totalCount
      atLeast
      edges {
        node {
          name
          email
          lastLoginAt
        }
      }
    }
  }
`;
const WITHOUT_FACTOR = /* GraphQL */ `
  query AdministratorsWithoutSecondFactor {
    users(where: { role: { eq: ADMIN }, isActive: true, mfa: { enrolled: false } }) {
      totalCount
      edges {
        node {
          name
          email
          lastLoginAt
        }
      }
    }
  }
`;
const GROUPS = /* GraphQL */ `
  query GroupsWithDisabledMembers {
    groups(where: { members: { some: { isActive: false } } }, first: 25) {
      totalCount
      edges {
        node {
          name
          memberCount
          members(where: { isActive: false }, first: 5) {
            edges {
              node {
                name
                email
              }
            }
          }
        }
      }
    }
  }
`;
const SECRETS = /* GraphQL */ `
  query OldestSecrets {
    clients(where: { type: { eq: CONFIDENTIAL } }, orderBy: { field: ROTATED_AT }, first: 25) {
      edges {
        node {
          name
          rotatedAt
          previousSecretExpiresAt
          scopes
        }
      }
    }
  }
`;
const TRAIL = /* GraphQL */ `
  query Trail($since: DateTimeISO!, $actions: String!) {
    auditEvents(where: { occurredAt: { gte: $since }, action: { startsWith: $actions } }, first: 25) {
      totalCount
      atLeast
      edges {
        node {
          occurredAt
          action
          ipAddress
          actor {
            ... on User {
              name
            }
            ... on Client {
              name
            }
          }
        }
      }
    }
  }
`;
const CREATE_GROUP = /* GraphQL */ `
  mutation CreateGroup($input: CreateGroupInput!) {
    createGroup(input: $input) {
      group {
        id
        name
        memberCount
      }
    }
  }
`;

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number): string => new Date(now() - days * DAY_MS).toISOString();

/** What administrators ask for day by day. `userId` is the user that examples of one user begin with. */
export const examplesOf = (userId: string): readonly Example[] => [
  { text: 'example.rights', query: FIRST },
  { text: 'example.find', query: FIND, variables: { text: 'ada' } },
  { text: 'example.user', query: ONE_USER, variables: { id: userId } },
  { text: 'example.inactive', query: INACTIVE, variables: { since: daysAgo(90) } },
  { text: 'example.factor', query: WITHOUT_FACTOR },
  { text: 'example.groups', query: GROUPS },
  { text: 'example.secrets', query: SECRETS },
  { text: 'example.trail', query: TRAIL, variables: { since: daysAgo(1), actions: 'user.' } },
  { text: 'example.create', query: CREATE_GROUP, variables: { input: { name: 'example', memberIds: [userId] } } },
];
