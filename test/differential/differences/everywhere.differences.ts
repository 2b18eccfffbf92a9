import type { Difference } from './difference.ts';

/** What the JSON of an error has beyond the other server's. */
export const errorMembers: Difference = {
  requests: 'every',
  aspect: 'members',
  ours: 'code error error_description error_uri',
  theirs: 'error error_description',
  reason: 'RFC 6749 §5.2 has error_uri; `code` names the error exactly, as at every other interface.',
};

/** What the headers of an answer have beyond the other server's. */
export const pragma: Difference = {
  requests: 'every',
  aspect: 'pragma',
  ours: 'no-cache',
  theirs: '-',
  reason:
    'RFC 6749 §5.1 wants it beside Cache-Control: no-store where an answer holds tokens; it does no harm elsewhere.',
};
