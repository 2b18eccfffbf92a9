import type { Difference } from './difference.ts';

/** What the JSON of an error has beyond the other server's. */
export const errorMembers: Difference = {
  requests: 'every',
  aspect: 'members',
  ours: 'code error error_description error_uri',
  theirs: 'error error_description',
  reason: 'RFC 6749 §5.2 has error_uri; `code` names the error exactly, as at every other interface.',
};
