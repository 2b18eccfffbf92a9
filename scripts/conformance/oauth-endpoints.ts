import { checklist, type Spec } from './specs.ts';

/** The extensions that have an endpoint or a parameter of their own. */
export const oauthEndpoints: readonly Spec[] = [
  {
    name: 'RFC 7009',
    title: 'OAuth 2.0 Token Revocation',
    url: 'https://www.rfc-editor.org/rfc/rfc7009',
    musts: checklist(),
    declined: [],
  },
  {
    name: 'RFC 7523',
    title: 'JWT Profile for OAuth 2.0 Client Authentication and Authorization Grants',
    url: 'https://www.rfc-editor.org/rfc/rfc7523',
    musts: checklist(),
    declined: [],
  },
  {
    name: 'RFC 7662',
    title: 'OAuth 2.0 Token Introspection',
    url: 'https://www.rfc-editor.org/rfc/rfc7662',
    musts: checklist(),
    declined: [],
  },
  {
    name: 'RFC 8707',
    title: 'Resource Indicators for OAuth 2.0',
    url: 'https://www.rfc-editor.org/rfc/rfc8707',
    musts: checklist(),
    declined: [],
  },
  {
    name: 'RFC 9126',
    title: 'OAuth 2.0 Pushed Authorization Requests',
    url: 'https://www.rfc-editor.org/rfc/rfc9126',
    musts: checklist(),
    declined: [],
  },
];
