import type { TypeOf } from '../../graph/graphql.ts';

export type ClientInput = TypeOf<'CreateClientInput'>;

/** The kinds of programs that one registers. */
export const KINDS = ['web', 'browser', 'native', 'machine'] as const;
export type Kind = (typeof KINDS)[number];

const LOGIN: Partial<ClientInput> = {
  grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'],
  scopes: ['OPENID', 'PROFILE', 'EMAIL', 'GROUPS', 'OFFLINE_ACCESS'],
};

/** What each kind begins with. */
export const PRESETS: Readonly<Record<Kind, Partial<ClientInput>>> = {
  web: { ...LOGIN, type: 'CONFIDENTIAL', tokenEndpointAuthMethod: 'CLIENT_SECRET_BASIC' },
  browser: { ...LOGIN, type: 'PUBLIC', tokenEndpointAuthMethod: 'NONE', requirePkce: true },
  native: { ...LOGIN, type: 'PUBLIC', tokenEndpointAuthMethod: 'NONE', requirePkce: true },
  machine: {
    type: 'CONFIDENTIAL',
    tokenEndpointAuthMethod: 'CLIENT_SECRET_BASIC',
    grantTypes: ['CLIENT_CREDENTIALS'],
    scopes: ['READ'],
  },
};
