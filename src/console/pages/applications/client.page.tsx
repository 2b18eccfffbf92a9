import { Card } from '@mantine/core';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { useMay, useViewer } from '../../graph/viewer.tsx';
import { named, t } from '../../messages/index.ts';
import { AttributesForm } from '../../parts/attributes.tsx';
import { DeleteButton } from '../../parts/delete-button.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Form, valuesBefore } from '../../parts/form.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { Found, ObjectPage } from '../../parts/object-page.tsx';
import { When } from '../../parts/when.tsx';
import { Access } from '../../parts/access/access.tsx';
import { TokenPreview } from '../../parts/preview/preview.tsx';
import { HeldRoles } from '../../parts/held-roles.tsx';
import { ApiScopes } from './api-scopes.tsx';
import { clientFields } from './client-fields.ts';
import { Consents } from './consents.tsx';
import { signsIn } from './kinds.ts';
import { Logins } from './logins.tsx';
import { Secret } from './secret.tsx';
import { Snippets } from './snippets.tsx';
import { TryIt } from './try-it.tsx';
import { EndRegistration } from './end-registration.tsx';

const CLIENT = graphql(`
  query Client($id: ID!) {
    client(id: $id) {
      id
      version
      name
      type
      source
      scopes
      grantTypes
      redirectUris
      postLogoutRedirectUris
      tokenEndpointAuthMethod
      jwksUri
      jwks
      trustedIssuers {
        issuer
        subject
        audience
        jwks
        jwksUri
      }
      documents
      requireConsent
      requirePkce
      requireNonce
      requirePushedAuthorizationRequests
      requireSignedRequestObject
      fapi2
      dpopBoundAccessTokens
      tlsClientSubject
      tlsClientCertificateBoundAccessTokens
      allowsImpersonation
      idTokenClaims
      idTokenSignedResponseAlg
      userinfoSignedResponseAlg
      authorizationSignedResponseAlg
      refreshTokenPolicy
      backchannelLogoutUri
      frontchannelLogoutUri
      frontchannelLogoutSessionRequired
      subjectType
      sectorIdentifierUri
      authorizationDetailsTypes
      defaultAcrValues
      defaultMaxAge
      resources
      servedResources
      logoUri
      policyUri
      tosUri
      rotatedAt
      previousSecretExpiresAt
      createdAt
      updatedAt
      owner {
        id
        name
      }
      attributes {
        name
        value
      }
      viewerCan {
        deleteClient
        readAuditEvents
        revokeRegistrationToken
        rotateClientSecret
        updateClient
      }
    }
  }
`);
const UPDATE = graphql(`
  mutation UpdateClient($id: ID!, $input: UpdateClientInput!, $expectedVersion: Int) {
    updateClient(id: $id, input: $input, expectedVersion: $expectedVersion) {
      client {
        id
        version
      }
    }
  }
`);
const DELETE = graphql(`
  mutation DeleteClient($id: ID!) {
    deleteClient(id: $id) {
      client {
        id
      }
    }
  }
`);

export type Client = NonNullable<ResultOf<typeof CLIENT>['client']>;

/** One application or service account: what it may, its secret, how to connect it, and who allowed it what. */
export function ClientPage() {
  return (
    <Found query={CLIENT} of={({ client }) => client}>
      {(client) => <Shown client={client} />}
    </Found>
  );
}

function Shown({ client }: { client: Client }) {
  const { id, name, type, grantTypes, viewerCan } = client;
  const machine = !signsIn(grantTypes);
  const readsConsents = useMay('readConsents');
  const list = machine ? '/services' : '/applications';
  return (
    <ObjectPage
      above={<LinkTo to={list}>{machine ? t('nav.services') : t('nav.applications')}</LinkTo>}
      icon={machine ? 'services' : 'applications'}
      name={name}
      id={id}
      state={<span>{named('type', type)}</span>}
      actions={
        <>
          {client.source === 'REGISTERED' && viewerCan.revokeRegistrationToken && <EndRegistration client={client} />}
          {viewerCan.deleteClient && (
            <DeleteButton
              document={DELETE}
              id={id}
              name={name}
              text={t('client.deleteText', { name })}
              list={{ to: list }}
            />
          )}
        </>
      }
      tabs={[
        {
          name: 'settings',
          label: t('clientTab.settings'),
          body: () => <Settings key={client.version} client={client} />,
        },
        useMay('readApis') && {
          name: 'apis',
          label: t('clientTab.apiScopes'),
          body: () => <ApiScopes client={client} />,
        },
        useMay('readAccessRoles') &&
          grantTypes.includes('CLIENT_CREDENTIALS') && {
            name: 'roles',
            label: t('clientTab.roles'),
            body: () => <HeldRoles id={id} kind="CLIENT" />,
          },
        useMay('readAccessRoles') &&
          grantTypes.includes('CLIENT_CREDENTIALS') && {
            name: 'access',
            label: t('tab.access'),
            body: () => <Access subject={{ kind: 'CLIENT', id, name }} />,
          },
        { name: 'snippets', label: t('clientTab.snippets'), body: () => <Snippets client={client} /> },
        grantTypes.includes('AUTHORIZATION_CODE') && {
          name: 'try',
          label: t('clientTab.try'),
          body: () => <TryIt client={client} />,
        },
        useMay('previewTokens') &&
          !machine && {
            name: 'preview',
            label: t('tab.preview'),
            body: () => <TokenPreview about={{ clientId: id }} />,
          },
        type === 'CONFIDENTIAL' &&
          viewerCan.rotateClientSecret && {
            name: 'secret',
            label: t('clientTab.secret'),
            body: () => <Secret client={client} />,
          },
        readsConsents &&
          !machine && { name: 'consents', label: t('clientTab.consents'), body: () => <Consents clientId={id} /> },
        viewerCan.readAuditEvents &&
          !machine && { name: 'logins', label: t('clientTab.logins'), body: () => <Logins clientId={id} /> },
      ]}
      history={viewerCan.readAuditEvents}
      acts
    />
  );
}

/** What the reader edits as JSON, and the schema takes back. */
const issuerOf = ({ issuer, subject, audience, jwks, jwksUri }: Client['trustedIssuers'][number]) => ({
  issuer,
  subject,
  audience,
  jwks,
  jwksUri,
});

function Settings({ client }: { client: Client }) {
  const act = useAct();
  const { id, version, owner, viewerCan } = client;
  const values = { ...client, trustedIssuers: client.trustedIssuers.map(issuerOf) };
  const { createClientScopes } = useViewer().viewerCan;
  // The scopes that the client has are shown to a reader who could not grant them, too.
  const possible = [...new Set([...createClientScopes, ...client.scopes])];
  const update = (input: TypeOf<'UpdateClientInput'>) =>
    act(
      UPDATE,
      { id, input, expectedVersion: version },
      {
        done: t('saved'),
        quiet: true,
        undo: ({ updateClient }) =>
          'attributes' in input
            ? undefined
            : () =>
                act(UPDATE, { id, input: valuesBefore(values, input), expectedVersion: updateClient.client.version }),
      },
    );
  const fields = clientFields(client.type === 'PUBLIC', possible);
  return (
    <div className="halves">
      <Card withBorder>
        <Form
          name="settings"
          fields={fields.map((field) => ({ ...field, disabled: !viewerCan.updateClient }))}
          initial={values}
          action={t('save')}
          onSubmit={update}
        />
      </Card>
      <div className="stack">
        <Card withBorder>
          <Facts
            facts={[
              [
                t('client.owner'),
                owner ? (
                  <LinkTo key="owner" to="/users/$id" params={{ id: owner.id }}>
                    {owner.name}
                  </LinkTo>
                ) : (
                  '–'
                ),
              ],
              [t('created'), <When key="created" time={client.createdAt} />],
              [t('changed'), <When key="changed" time={client.updatedAt} />],
            ]}
          />
        </Card>
        <AttributesForm
          subject="CLIENT"
          values={client.attributes}
          mayEdit={viewerCan.updateClient}
          onSubmit={(attributes) => update({ attributes })}
        />
      </div>
    </div>
  );
}
