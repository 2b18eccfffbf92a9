import { registerChoices } from '../../../ground/lists/graphql/conditions.ts';
import type { ClientSource } from '../client.entity.ts';

/** Who made a client, as GraphQL names it. */
export const ClientSourceEnum = {
  CREATED: 'created',
  REGISTERED: 'registered',
  DOCUMENT: 'document',
} as const satisfies Record<string, ClientSource>;
registerChoices(ClientSourceEnum, {
  name: 'ClientSource',
  description: 'Who made a client.',
  valuesConfig: {
    CREATED: { description: 'A user or a service account.' },
    REGISTERED: { description: 'The client itself, with an initial access token (RFC 7591).' },
    DOCUMENT: { description: 'The client itself, by a document at the address that is its id.' },
  },
});
