import { checklist, type Spec } from './specs.ts';

/** How clients register themselves. */
export const registration: readonly Spec[] = [
  {
    name: 'RFC 7591',
    title: 'OAuth 2.0 Dynamic Client Registration',
    url: 'https://www.rfc-editor.org/rfc/rfc7591',
    musts: checklist(
      ['2.3', 'Software statements are verified, and their claims count more than the request'],
      ['3', 'A registered client can be used at once'],
      ['3.1', 'Metadata comes as a JSON object'],
      ['3.1.1', 'Claims of a software statement take precedence'],
      ['3.2.1', 'The answer is 201, with the credentials and all metadata as registered'],
      ['3.2.2', 'invalid_redirect_uri for redirect URIs', 'invalid_redirect_uri'],
      ['3.2.2', 'invalid_client_metadata for other metadata', 'invalid_client_metadata'],
      ['3.2.2', 'invalid_software_statement and unapproved_software_statement', 'not approved'],
      ['5', 'Tokens cannot be guessed, and are not stored'],
    ),
    declined: [
      {
        clause: '3',
        what: 'Registration without an initial access token',
        why: 'Anybody could fill the database, and users could not tell an application of a partner from any other',
      },
    ],
  },
  {
    name: 'RFC 7592',
    title: 'OAuth 2.0 Dynamic Client Registration Management',
    url: 'https://www.rfc-editor.org/rfc/rfc7592',
    musts: checklist(
      ['2', 'Only the registration access token of the client manages it'],
      ['2.1', 'A client reads its registration'],
      ['2.2', 'A client replaces all of its metadata', 'replaces all'],
      ['2.2', 'The ids and secrets in the request are the client’s own', 'cannot replace'],
      ['2.3', 'A client deletes itself, and its tokens end'],
    ),
    declined: [],
  },
  {
    name: 'Client ID Metadata Document',
    title: 'OAuth Client ID Metadata Document (draft)',
    url: 'https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document/',
    musts: checklist(
      ['3', 'The client_id is an https URL with a path, and without fragment, user name and dot segments'],
      ['4', 'The document names its own address as client_id'],
      ['4.1', 'A document has no secret, and no method that needs one'],
      ['5', 'The metadata of the server says that it reads documents'],
      ['6', 'No requests to inner addresses, no redirects, limits of size and time'],
    ),
    declined: [],
  },
  {
    name: 'RFC 9728',
    title: 'OAuth 2.0 Protected Resource Metadata',
    url: 'https://www.rfc-editor.org/rfc/rfc9728',
    musts: checklist(
      ['2', 'The metadata names the resource and its authorization server'],
      ['3.1', 'The well-known path comes before the path of the resource'],
      ['3.3', 'The resource is the one whose metadata was asked for'],
      ['5.1', 'A challenge leads to the metadata'],
    ),
    declined: [
      {
        clause: '2.2',
        what: 'Signed metadata',
        why: 'The authorization server and the resource are one server, so the signature would prove nothing more than TLS',
      },
    ],
  },
];
