import { Card } from '@mantine/core';
import { useQuery } from 'urql';
import { useAct } from '../../graph/act.ts';
import { graphql, type ResultOf, type TypeOf } from '../../graph/graphql.ts';
import { duration, t } from '../../messages/index.ts';
import type { Draft, Field } from '../../parts/fields.tsx';
import { Form, valuesBefore } from '../../parts/form.tsx';
import { LinkTo } from '../../parts/link.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { NotFound } from '../../parts/not-found.tsx';
import { PageHead } from '../../parts/page-head.tsx';

const POLICY = graphql(`
  query SecondFactorPolicy {
    viewer {
      customer {
        id
        version
        secondFactor {
          requiredOf
          graceSeconds
          groups {
            id
            name
          }
          clients {
            id
            name
          }
        }
        viewerCan {
          updateCustomer
        }
      }
    }
  }
`);
const UPDATE = graphql(`
  mutation UpdateSecondFactorPolicy($id: ID!, $input: UpdateCustomerInput!, $expectedVersion: Int) {
    updateCustomer(id: $id, input: $input, expectedVersion: $expectedVersion) {
      customer {
        id
        version
      }
    }
  }
`);

type Customer = ResultOf<typeof POLICY>['viewer']['customer'];
type Policy = NonNullable<Customer['secondFactor']>;

const DAY_SECONDS = 86_400;
const GRACE_DAYS = [0, 1, 3, 7, 14, 30, 60, 90];
const REQUIRED_OF = [
  'NOBODY',
  'CHOSEN',
  'ADMINISTRATORS',
  'EVERYBODY',
] as const satisfies readonly Policy['requiredOf'][];

const namesOf = (chosen: readonly { readonly id: string; readonly name: string }[]): Record<string, string> =>
  Object.fromEntries(chosen.map(({ id, name }) => [id, name]));

function fieldsOf({ graceSeconds, groups, clients }: Policy, disabled: boolean): Field[] {
  const seconds = [...new Set([...GRACE_DAYS.map((days) => days * DAY_SECONDS), graceSeconds])];
  const periods = seconds
    .toSorted((one, other) => one - other)
    .map((each) => ({ value: String(each), label: each === 0 ? t('secondFactor.atOnce') : duration(each) }));
  const who = REQUIRED_OF.map((value) => ({ value, label: t(`secondFactorOf.${value}`) }));
  return [
    { name: 'requiredOf', label: t('secondFactor.requiredOf'), kind: 'choice', choices: who, disabled },
    {
      name: 'groupIds',
      label: t('secondFactor.groups'),
      help: t('secondFactor.groupsHelp'),
      kind: 'picks',
      type: 'GROUP',
      names: namesOf(groups),
      disabled,
    },
    {
      name: 'clientIds',
      label: t('secondFactor.clients'),
      help: t('secondFactor.clientsHelp'),
      kind: 'picks',
      type: 'CLIENT',
      names: namesOf(clients),
      disabled,
    },
    {
      name: 'graceSeconds',
      label: t('secondFactor.grace'),
      help: t('secondFactor.graceHelp'),
      kind: 'choice',
      choices: periods,
      disabled,
    },
  ];
}

const inputOf = ({ graceSeconds, ...rest }: Draft): TypeOf<'SecondFactorPolicyInput'> => ({
  ...rest,
  ...(graceSeconds !== undefined && { graceSeconds: Number(graceSeconds) }),
});

/** Who must have a second factor, and for how long users may put it off. */
export function SecondFactorPage() {
  const [result, again] = useQuery({ query: POLICY });
  const reload = (): void => again({ requestPolicy: 'network-only' });
  return (
    <Loaded result={result}>
      {({ viewer: { customer } }) =>
        customer.secondFactor ? (
          <>
            <PageHead
              title={t('secondFactor.title')}
              lead={t('secondFactor.lead')}
              above={<LinkTo to="/settings">{t('nav.settings')}</LinkTo>}
            />
            <PolicyForm key={customer.version} customer={customer} policy={customer.secondFactor} onDone={reload} />
          </>
        ) : (
          <NotFound />
        )
      }
    </Loaded>
  );
}

function PolicyForm({ customer, policy, onDone }: { customer: Customer; policy: Policy; onDone: () => void }) {
  const act = useAct();
  const { id, version, viewerCan } = customer;
  const { requiredOf, graceSeconds, groups, clients } = policy;
  const initial = {
    requiredOf,
    graceSeconds: String(graceSeconds),
    groupIds: groups.map((group) => group.id),
    clientIds: clients.map((client) => client.id),
  };
  return (
    <Card withBorder className="form">
      <Form
        name="policy"
        fields={fieldsOf(policy, !viewerCan.updateCustomer)}
        initial={initial}
        action={t('save')}
        onSubmit={async (changes) => {
          const input = { secondFactor: inputOf(changes) };
          const outcome = await act(
            UPDATE,
            { id, input, expectedVersion: version },
            {
              done: t('saved'),
              quiet: true,
              undo:
                ({ updateCustomer: { customer: changed } }) =>
                async () => {
                  const before = { secondFactor: inputOf(valuesBefore(initial, changes)) };
                  const back = await act(
                    UPDATE,
                    { id, input: before, expectedVersion: changed.version },
                    { quiet: true },
                  );
                  onDone();
                  return back;
                },
            },
          );
          if (outcome.data) onDone();
          return outcome;
        }}
      />
    </Card>
  );
}
