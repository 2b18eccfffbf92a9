import type { TypeOf } from '../../graph/graphql.ts';

export type ClientInput = TypeOf<'CreateClientInput'>;

/** The kinds of programs that one registers. */
export const KINDS = ['web', 'browser', 'native', 'machine'] as const;
export type Kind = (typeof KINDS)[number];

/** The grants by which people sign in. */
const OF_PEOPLE: TypeOf<'GrantType'>[] = ['AUTHORIZATION_CODE', 'DEVICE_CODE'];

/** The grants by which programs act for themselves. */
const OF_PROGRAMS: TypeOf<'GrantType'>[] = ['CLIENT_CREDENTIALS', 'JWT_BEARER'];

/** Whether people sign in to a program with these grants. */
export const signsIn = (grantTypes: readonly string[]): boolean =>
  OF_PEOPLE.some((grantType) => grantTypes.includes(grantType));

/** Finds the programs that people sign in to, or the ones that act for themselves. */
export const ofKind = (machine: boolean): TypeOf<'ClientWhere'> => ({
  or: (machine ? OF_PROGRAMS : OF_PEOPLE).map((has) => ({ grantTypes: { has } })),
});

const LOGIN: Partial<ClientInput> = {
  grantTypes: ['AUTHORIZATION_CODE', 'REFRESH_TOKEN'],
  scopes: ['OPENID', 'PROFILE', 'EMAIL', 'GROUPS', 'OFFLINE_ACCESS'],
};

/** What makes each kind. Anything else has the server’s defaults. */
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
