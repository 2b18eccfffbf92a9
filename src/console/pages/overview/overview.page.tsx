import { useQuery } from 'urql';
import { graphql, type ResultOf } from '../../graph/graphql.ts';
import { useMay, useViewer } from '../../graph/viewer.tsx';
import { t } from '../../messages/index.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PageHead } from '../../parts/page-head.tsx';
import { whereExpiring } from '../applications/expiring.ts';
import { ofKind } from '../applications/kinds.ts';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import { OwnPlaces } from './own-places.tsx';
import { Counts, Logins, SigningKeys, TopApplications } from './figures.tsx';

const OVERVIEW = graphql(`
  query Overview($applications: ClientWhere, $services: ClientWhere) {
    figures(days: 30) {
      users
      activeUsers
      days {
        day
        logins
        failedLogins
        activeUsers
      }
      topClients {
        clientId
        logins
        client {
          name
        }
      }
      signingKeys {
        kid
        algorithm
        beginsAt
        rotatesAt
        isSigning
        isOverdue
      }
      attention {
        administratorsWithoutSecondFactor
        deadLogoutDeliveries
        deadMails
        failingMails
      }
    }
    settings {
      mails {
        enabled
      }
    }
    groups {
      totalCount
    }
    clients(where: { or: [{ grantTypes: { has: AUTHORIZATION_CODE } }, { grantTypes: { has: DEVICE_CODE } }] }) {
      totalCount
    }
    expiringApplications: clients(where: $applications) {
      totalCount
    }
    expiringServices: clients(where: $services) {
      totalCount
    }
  }
`);

export type Overview = ResultOf<typeof OVERVIEW>;

/** What the customer has, what happens, and what wants attention. Who may not see that is led to what there is for them. */
export function OverviewPage() {
  const { customer } = useViewer();
  const may = useMay('readFigures');
  const mayReadKeys = useMay('readSigningKeys');
  const expiring = whereExpiring();
  const variables = {
    applications: { ...ofKind(false), ...expiring },
    services: { ...ofKind(true), ...expiring },
  };
  const [result] = useQuery({ query: OVERVIEW, variables, pause: !may });
  return (
    <>
      <PageHead title={t('nav.overview')} lead={customer.name} />
      {may ? (
        <Loaded result={result}>
          {(overview) => (
            <div className="stack">
              <Attention overview={overview} />
              <FirstSteps overview={overview} />
              <Counts overview={overview} />
              <Logins days={overview.figures.days} />
              <div className="halves">
                <TopApplications overview={overview} />
                {mayReadKeys && <SigningKeys keys={overview.figures.signingKeys} />}
              </div>
            </div>
          )}
        </Loaded>
      ) : (
        <OwnPlaces />
      )}
    </>
  );
}
