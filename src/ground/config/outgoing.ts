import * as format from './format.ts';
import { optional, type Section } from './variable.ts';

/** Which addresses of clients the server may connect to. */
export const outgoing = {
  title: 'Outgoing requests',
  variables: {
    privateNetworks: optional('OUTGOING_PRIVATE_NETWORKS', format.networks, {
      about:
        'The addresses outside the public internet at which clients may be reached, for back-channel logout, ' +
        'key sets and documents in which applications describe themselves.',
      format: 'IP addresses and CIDR ranges, separated by commas',
      unset: { text: 'none in production, else this machine', generated: () => false },
    }),
  },
} satisfies Section;
